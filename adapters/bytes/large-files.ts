import { openReadBack, type ReadBack } from "./read-back.ts";
import { type ByteThreads, openByteThreads } from "./threads.ts";

/** What a process has for large files: threads, and the memory of what they have read back. */
export type LargeFiles = {
  readonly threads: ByteThreads;
  readonly readBack: ReadBack;
  /** From this many bytes, a file is large. */
  readonly fromBytes: number;
  /** Bytes gathered before a thread writes them. */
  readonly slotBytes: number;
  close(): Promise<void>;
};

/** `fromSources`: as `openDiskThreads` in ../threads/threads.ts. Tests have smaller sizes. */
type LargeFilesOptions = { readonly fromSources: boolean } & Partial<
  Pick<LargeFiles, "fromBytes" | "slotBytes">
>;

export function openLargeFiles({
  fromSources,
  fromBytes = 1_048_576,
  slotBytes = 262_144,
}: LargeFilesOptions): LargeFiles {
  const threads = openByteThreads({ fromSources });
  return { threads, readBack: openReadBack(), fromBytes, slotBytes, close: () => threads.close() };
}
