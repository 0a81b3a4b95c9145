import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import type { LargeFiles } from "../bytes/large-files.ts";
import type { Digests } from "../digest/hash-stream.ts";
import type { PartRules } from "./part-file.ts";

/** A part file, and the digests of what is in it. Errors: as `PartFile`; `storage_verify_failed`. */
export type HashedPart = {
  /** What the file has and what has arrived for it. */
  readonly sizeBytes: number;
  /** As that of a `PartFile`. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** The digests of the whole file. After this nothing more may be written. */
  digests(): Promise<Digests>;
  /** As that of a `PartFile`. */
  close(): Promise<void>;
  /** As that of a `PartFile`, after `digests`. */
  finish(to: string): Promise<void>;
};

/**
 * `total`: how many bytes the file will have, if that is known; `large`: write large files, without them those are written
 * like all others.
 */
export type HashedPartRules = PartRules & {
  readonly large?: LargeFiles | undefined;
  readonly algorithm: DigestAlgorithm | undefined;
  readonly total: number | undefined;
  readonly signal: AbortSignal;
};
