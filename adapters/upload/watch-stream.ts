import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { QueueError } from "../../core/errors.ts";

export type Watched = { readonly idleMs: number; readonly expectedBytes: number | undefined };

/**
 * A request's body as chunks. Ends with `incomplete_upload` when nothing arrives for `idleMs`, when the client goes
 * away, or when fewer bytes came than Content-Length said: a cut-off body must never pass for a whole one.
 */
export async function* watchStream(
  body: ReadableStream<Uint8Array>,
  watched: Watched,
): AsyncGenerator<Uint8Array> {
  const stream = Readable.fromWeb(body);
  const timer = setTimeout(() => {
    stream.destroy(incomplete(`Nothing arrived for ${Math.round(watched.idleMs / 1000)} seconds`));
  }, watched.idleMs);
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      timer.refresh();
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw error instanceof QueueError ? error : incomplete("The connection was lost", error);
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  if (watched.expectedBytes !== undefined && bytes !== watched.expectedBytes) {
    throw incomplete(`${bytes} of ${watched.expectedBytes} bytes arrived`);
  }
}

function incomplete(what: string, cause?: unknown): QueueError {
  return new QueueError("incomplete_upload", `${what}, so the upload was not kept. Send it again.`, {
    cause,
  });
}
