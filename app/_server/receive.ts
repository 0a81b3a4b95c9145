import "server-only";
import path from "node:path";
import type { ReadableStream } from "node:stream/web";
import { guardedReceive } from "../../adapters/upload/guarded-receive.ts";
import { receiveUpload } from "../../adapters/upload/receive.ts";
import type { Receive } from "../../core/ports.ts";
import { largestUpload } from "../../operations/batch/largest-upload.ts";
import type { Context } from "../../operations/context.ts";
import { root } from "./root.ts";

/** The port `Receive` for a request: streams its payload into working storage, if that can ever hold it. */
export function receiveFrom(request: Request, ctx: Context): Receive {
  return async (check) => receive(request, ctx, await largestUpload(ctx))(check);
}

function receive(request: Request, { env }: Context, maxBytes: number): Receive {
  const length = request.headers.get("content-length");
  const receive = receiveUpload({
    body: request.body as ReadableStream<Uint8Array> | null,
    contentType: request.headers.get("content-type") ?? "",
    query: new URL(request.url).searchParams,
    expectedBytes: length === null ? undefined : Number(length),
    folder: path.resolve(/*turbopackIgnore: true*/ env.WORKING_STORAGE),
    maxBytes,
    idleMs: env.UPLOAD_IDLE_MS,
    reserveBytes: env.DISK_RESERVE,
  });
  return guardedReceive(receive, root().working);
}
