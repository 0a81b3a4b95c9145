import type { ReadableStream } from "node:stream/web";
import { WaybillError } from "../../core/errors.ts";

/** `mostBytes`: of the body as a whole, whatever it contains. `signal`: its reason ends the wait for the client. */
export type Watched = {
  readonly idleMs: number;
  readonly expectedBytes: number | undefined;
  readonly mostBytes: number;
  readonly signal?: AbortSignal;
};

/**
 * A request's body as chunks. Ends with `incomplete_upload` when nothing arrives for `idleMs`, when the client
 * disconnects, or when fewer bytes came than Content-Length said: a truncated body must never pass for a whole one.
 * Ends with `too_large` after `mostBytes`. Only the wait for the client counts as silence, not the time its reader
 * takes.
 */
export async function* watchStream(
  body: ReadableStream<Uint8Array>,
  { idleMs, expectedBytes, mostBytes, signal }: Watched,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let giveUp: ((why: unknown) => void) | undefined;
  const timer = setTimeout(
    () => giveUp?.(incomplete(`Nothing arrived for ${Math.round(idleMs / 1000)} seconds`)),
    idleMs,
  );
  const stop = () => giveUp?.(signal?.reason);
  signal?.addEventListener("abort", stop);
  const next = () =>
    new Promise<{ done: boolean; value?: Uint8Array | undefined }>((resolve, reject) => {
      giveUp = reject;
      timer.refresh();
      reader.read().then(resolve, (cause) => reject(incomplete("The connection was lost", cause)));
    });
  let bytes = 0;
  try {
    for (let { value } = await next(); value; { value } = await next()) {
      giveUp = undefined;
      bytes += value.length;
      if (bytes > mostBytes)
        throw new WaybillError("too_large", `An upload has at most ${mostBytes} bytes, all parts together.`);
      yield value;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    // never cancelled: that would close the connection before the client is told why
    reader.releaseLock();
  }
  if (expectedBytes !== undefined && bytes !== expectedBytes)
    throw incomplete(`${bytes} of ${expectedBytes} bytes arrived`);
}

function incomplete(what: string, cause?: unknown): WaybillError {
  return new WaybillError("incomplete_upload", `${what}, so the upload was not kept. Send it again.`, {
    cause,
  });
}
