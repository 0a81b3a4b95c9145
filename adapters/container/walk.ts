import type { ContainerEntry, List } from "../../core/container/ports.ts";
import type { BytesFault } from "../../core/container/problems.ts";
import type { Written } from "./written.ts";

/** An entry and its bytes, which must be read before the next entry is requested, or not at all. */
export type WalkedEntry = {
  readonly entry: ContainerEntry;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** What is wrong with the received bytes. */
  judge(written: Written): BytesFault | undefined;
};

/** `warn`: takes warnings about the container itself. */
export type WalkOptions = Pick<List, "nameEncoding" | "warn">;

/** Walks through a container from its first entry to its last. */
export type Walk = AsyncGenerator<WalkedEntry>;
