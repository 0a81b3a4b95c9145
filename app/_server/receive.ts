import "server-only";
import path from "node:path";
import type { ReadableStream } from "node:stream/web";
import { guardedReceive } from "../../adapters/upload/guarded-receive.ts";
import { receiveUpload } from "../../adapters/upload/receive.ts";
import type { Receive } from "../../core/ports.ts";
import { Uploads } from "../../core/space/uploads.ts";
import { largestUpload } from "../../operations/batch/largest-upload.ts";
import type { Context } from "../../operations/context.ts";
import { beginUpload, type UploadInRoom } from "../../operations/upload/begin.ts";
import { root } from "./root.ts";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillUploads?: Uploads };

/**
 * Does `act` with the port `Receive` for a request, which streams its payload into working storage. From here to the end
 * of `act` the upload counts for its person and against the quota.
 * @throws WaybillError `too_many_requests`, and what `act` throws
 */
export async function receiving<Result>(
  request: Request,
  ctx: Context,
  act: (receive: Receive) => Promise<Result>,
): Promise<Result> {
  held.waybillUploads ??= new Uploads();
  const largestBytes = await largestUpload(ctx);
  const upload = beginUpload(ctx, { uploads: held.waybillUploads, largestBytes });
  try {
    return await act(receiveFrom(request, ctx, { upload, largestBytes }));
  } finally {
    upload.end();
  }
}

function receiveFrom(
  request: Request,
  { env }: Context,
  { upload, largestBytes }: { readonly upload: UploadInRoom; readonly largestBytes: number },
): Receive {
  const length = request.headers.get("content-length");
  const receive = receiveUpload({
    body: request.body as ReadableStream<Uint8Array> | null,
    contentType: request.headers.get("content-type") ?? "",
    query: new URL(request.url).searchParams,
    expectedBytes: length === null ? undefined : Number(length),
    folder: path.resolve(/*turbopackIgnore: true*/ env.WORKING_STORAGE),
    maxBytes: largestBytes,
    idleMs: env.UPLOAD_IDLE_MS,
    reserveBytes: env.DISK_RESERVE,
    grow: upload.grow,
  });
  const inRoom: Receive = (admit) =>
    receive(async (announced) => {
      await admit(announced);
      await upload.admit(announced);
    });
  return guardedReceive(inRoom, root().working);
}
