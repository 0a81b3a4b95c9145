import type { DigestAlgorithm } from "../digest/algorithms.ts";
import type { Problem } from "../errors.ts";
import type { UnpackedFormat } from "./format.ts";
import type { NameEncoding } from "./name-encodings.ts";
import type { BytesFault, EntryFault } from "./problems.ts";

/** One entry of a container, in the order they stand in it. Sizes in bytes. */
export type ContainerEntry = {
  /** Decoded, else as it stands there; a folder's without the slash at its end. */
  readonly name: string;
  readonly kind: "file" | "folder";
  readonly sizeBytes: number;
  /** Of a zip's entry; a tar's are not compressed one by one. */
  readonly compressedBytes?: number;
  /** Where a zip's entry begins and ends in the container. */
  readonly span?: { readonly from: number; readonly to: number };
  /** What the reader itself found against it. */
  readonly faults: readonly EntryFault[];
  /** What its name may mean, where it is not UTF-8 and nobody has said what else: milliseconds of work. */
  readonly readings?: () => string;
};

/** A container that is listed. */
export type List = {
  /** Absolute path of the container. */
  readonly path: string;
  /** A compressed stream is not read further than for so many bytes. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Of names that are not UTF-8. */
  readonly nameEncoding?: NameEncoding | undefined;
  /** What is odd about the container itself. */
  readonly warn: (warning: Problem) => void;
  /** Told once, before the first entry. */
  readonly onFormat?: (format: UnpackedFormat) => void;
};

/** A file of a container that was written out, or why it could not be. `number`: its place among the files, from 1. */
export type UnpackedFile =
  | { readonly number: number; readonly sizeBytes: number; readonly sha256: string }
  | { readonly number: number; readonly fault: BytesFault };

export type Unpack = Pick<List, "path" | "mostBytes" | "signal"> & {
  /** Where the file with this number goes, as an absolute path; undefined leaves it out. */
  readonly targetOf: (number: number) => Promise<string | undefined>;
};

/**
 * Reads containers: zip, tar, and tar in gzip, told by their first bytes. Errors: `container_unsupported`,
 * `container_invalid` (damaged, cut short), `container_too_large`, `disk_full`; those of the disk as they are.
 */
export type Containers = {
  /** Its entries, without writing anything. */
  list(request: List): AsyncGenerator<ContainerEntry>;
  /** Writes files out, each checked against its size and CRC where the container has them. Memory does not grow. */
  unpack(request: Unpack): AsyncGenerator<UnpackedFile>;
  /** Removes a container that is no longer needed; harmless when it is gone. */
  discard(path: string): Promise<void>;
};

/** BagIt names SHA-224 too, which no deposit may declare. */
export type TreeDigest = DigestAlgorithm | "sha-224";

/** Files as they were unpacked, by their paths: what a bag or a container's own manifest is compared with. */
export type FileTree = {
  readonly files: ReadonlyMap<string, { readonly sizeBytes: number }>;
  read(path: string): AsyncIterable<Uint8Array>;
  /** In lower-case hexadecimal. */
  digest(path: string, algorithm: TreeDigest): Promise<string>;
};
