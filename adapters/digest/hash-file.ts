import { createReadStream } from "node:fs";
import type { HashStream } from "./hash-stream.ts";

const READ_BYTES = 1_048_576;

/** Passes a file's bytes through `hash`, from its start to its end. Rejects with an AbortError when `signal` aborts. */
export async function hashFile(path: string, hash: HashStream, signal: AbortSignal): Promise<void> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: READ_BYTES, signal });
  for await (const chunk of chunks) hash.update(chunk);
}
