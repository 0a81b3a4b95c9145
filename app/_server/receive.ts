import "server-only";
import path from "node:path";
import type { ReadableStream } from "node:stream/web";
import { guardedReceive } from "../../adapters/upload/guarded-receive.ts";
import { receiveUpload } from "../../adapters/upload/receive.ts";
import type { Receive } from "../../core/ports.ts";
import type { Env } from "../../lib/env.ts";
import { root } from "./root.ts";

/** The port `Receive` for a request: streams its payload into working storage. */
export function receiveFrom(request: Request, env: Env): Receive {
  const length = request.headers.get("content-length");
  const receive = receiveUpload({
    body: request.body as ReadableStream<Uint8Array> | null,
    contentType: request.headers.get("content-type") ?? "",
    query: new URL(request.url).searchParams,
    expectedBytes: length === null ? undefined : Number(length),
    folder: path.resolve(/*turbopackIgnore: true*/ env.WORKING_STORAGE),
    maxBytes: env.UPLOAD_MAX_BYTES,
    idleMs: env.UPLOAD_IDLE_MS,
  });
  return guardedReceive(receive, root().working);
}
