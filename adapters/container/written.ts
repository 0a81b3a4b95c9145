import type { LargeFiles } from "../bytes/large-files.ts";

/** What was written, in bytes. `crc32` as an unsigned number. */
export type Written = { readonly sizeBytes: number; readonly sha256: string; readonly crc32: number };

/**
 * `reserveBytes`: what to leave free on the disk; `large`: write large files, without them those are written like all
 * others.
 */
export type WriteRules = {
  readonly signal: AbortSignal;
  readonly reserveBytes: number | undefined;
  readonly large: LargeFiles | undefined;
};
