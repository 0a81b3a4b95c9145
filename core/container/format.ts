/** How a file's first bytes say it is packed. Only the first three are unpacked. */
export const CONTAINER_FORMATS = {
  zip: "zip",
  tar: "tar",
  gzip: "gzip",
  bzip2: "bzip2",
  xz: "xz",
  zstd: "Zstandard",
  compress: "compress (.Z)",
  "7z": "7z",
  rar: "RAR",
} as const;
export type ContainerFormat = keyof typeof CONTAINER_FORMATS;

/** The formats Waybill unpacks. `gzip` is a tar inside gzip. */
export type UnpackedFormat = "zip" | "tar" | "gzip";

/** How many first bytes `findFormat` needs. */
export const FORMAT_BYTES = 512;

const SIGNATURES: readonly (readonly [ContainerFormat, readonly number[]])[] = [
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  // without entries, and in parts
  ["zip", [0x50, 0x4b, 0x05, 0x06]],
  ["zip", [0x50, 0x4b, 0x07, 0x08]],
  ["gzip", [0x1f, 0x8b]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["compress", [0x1f, 0x9d]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["rar", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
];

/**
 * The format of a container by its first `FORMAT_BYTES`, whatever its name says; undefined when it is not a container.
 * Source: docs/reference/containers.md, "Formats".
 */
export function findFormat(head: Uint8Array): ContainerFormat | undefined {
  // a tar first: the name of its first file may look like any signature
  if (isTar(head)) return "tar";
  return SIGNATURES.find(([, bytes]) => bytes.every((byte, place) => head[place] === byte))?.[0];
}

const CHECKSUM_AT = 148;
const CHECKSUM_END = 156;

/** Whether the bytes begin with a tar header (POSIX ustar, GNU or the old one): its checksum says so. An empty tar, all zeros, counts. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < FORMAT_BYTES) return false;
  let sum = 0;
  for (let at = 0; at < FORMAT_BYTES; at += 1) {
    sum += at >= CHECKSUM_AT && at < CHECKSUM_END ? 0x20 : (head[at] ?? 0);
  }
  const digits = String.fromCharCode(...head.subarray(CHECKSUM_AT, CHECKSUM_END)).replace(/[\0 ]/g, "");
  if (digits === "") return sum === 0x20 * (CHECKSUM_END - CHECKSUM_AT);
  return /^[0-7]+$/.test(digits) && Number.parseInt(digits, 8) === sum;
}

export function isUnpacked(format: ContainerFormat | undefined): format is UnpackedFormat {
  return format === "zip" || format === "tar" || format === "gzip";
}
