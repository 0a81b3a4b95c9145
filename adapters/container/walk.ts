import type { ContainerEntry, List } from "../../core/container/ports.ts";
import type { BytesFault } from "../../core/container/problems.ts";
import type { Written } from "./write-file.ts";

/** An entry and its bytes, to be read before the next entry is asked for, or not at all. */
export type WalkedEntry = {
  readonly entry: ContainerEntry;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** What is wrong with the bytes that came. */
  judge(written: Written): BytesFault | undefined;
};

/** `warn`: what is odd about the container itself. */
export type WalkOptions = Pick<List, "nameEncoding" | "warn">;

/** Goes through a container from its first entry to its last. */
export type Walk = AsyncGenerator<WalkedEntry>;
