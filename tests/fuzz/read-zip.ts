import { crc32, inflateRawSync } from "node:zlib";

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];

/**
 * A second reader of zips, for tests: by the list at the end, nothing else. No zip64, no encryption, methods 0 and 8.
 * @throws Error for anything it does not understand
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = findEnd(zip);
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error("no entry where one should be");
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      zip.subarray(at + 46, at + 46 + nameLength),
    );
    if (!name.endsWith("/")) {
      if (files.has(name)) throw new Error("a name twice");
      files.set(name.replace(/^(?:\.\/)+/, ""), bytesOf(zip, at));
    }
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - 22; at >= 0; at -= 1)
    if (zip.readUInt32LE(at) === END && at + 22 + zip.readUInt16LE(at + 20) <= zip.length) return at;
  throw new Error("no end");
}

function bytesOf(zip: Buffer, entry: number): Buffer {
  const [method, crc] = [zip.readUInt16LE(entry + 10), zip.readUInt32LE(entry + 16)];
  const [packed, size] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 24)];
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== LOCAL) throw new Error("no entry where the list says");
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const data = zip.subarray(from, from + packed);
  const bytes = method === 0 ? data : inflateRawSync(data);
  if (bytes.length !== size || crc32(bytes) !== crc) throw new Error("damaged");
  return bytes;
}
