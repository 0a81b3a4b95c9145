import type { Dispatcher } from "undici";

const MOST_BYTES = 16_384;
const LONGEST_MS = 2_000;

/** Reads a short body to its end so that its connection can be used again; a long or slow one loses its connection. */
export function discardBody(body: Dispatcher.ResponseData["body"]): void {
  // Nobody waits for these bytes, so how their reading ends does not matter.
  body.on("error", () => {});
  body.dump({ limit: MOST_BYTES, signal: AbortSignal.timeout(LONGEST_MS) }).catch(() => {});
}
