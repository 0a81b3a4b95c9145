import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";

const MOST_BYTES = 16_384;
const LONGEST_MS = 2_000;

/**
 * Reads a short body to its end, so that its connection can be reused; for a long or slow one the connection is closed.
 */
export function discardBody(body: Readable): void {
  // Nobody waits for these bytes, so how their reading ends does not matter.
  body.on("error", () => {});
  if (canDump(body))
    body.dump({ limit: MOST_BYTES, signal: AbortSignal.timeout(LONGEST_MS) }).catch(() => {});
  else body.destroy();
}

type Dumpable = Pick<Dispatcher.ResponseData["body"], "dump">;

/** Bodies of undici can; those of connections that serve one request need not. */
function canDump(body: Readable): body is Readable & Dumpable {
  return "dump" in body;
}
