import { WaybillError } from "../../core/errors.ts";
import type { Announced } from "../../core/ports.ts";
import { bytes as inWords } from "../../core/space/admission.ts";
import { tooLarge } from "../../core/space/too-large.ts";
import { roomForUpload } from "../../core/space/upload-room.ts";
import type { Uploads, UploadUnderWay } from "../../core/space/uploads.ts";
import { readUploadUse } from "../../prisma/store/space.ts";
import { findQuota } from "../batch/largest-upload.ts";
import type { Context } from "../context.ts";

/** An upload in progress, which counts towards its person's limit and the quota of working storage. */
export type UploadInRoom = {
  /**
   * Checks the announced size, before the first byte.
   * @throws WaybillError `too_large`, `working_storage_full`
   */
  admit(announced: Announced): Promise<void>;
  /**
   * Checks the size received so far, before more is stored.
   * @throws WaybillError `working_storage_full`
   */
  grow(sizeBytes: number): Promise<void>;
  end(): void;
};

/**
 * How far ahead space is reserved for an upload of unknown length, since every check costs a statement; but no more
 * than this share of the space left.
 */
const AHEAD_BYTES = 67_108_864;
const AHEAD_SHARE = 1 / 8;
const AGAIN_MS = 10_000;
const ROOM_MS = 60_000;

/**
 * Begins another upload of the actor. `largestBytes`: the size limit of one upload.
 * @throws WaybillError `too_many_requests`: the person is at the limit of uploads at a time
 */
export function beginUpload(
  ctx: Context,
  { uploads, largestBytes }: { readonly uploads: Uploads; readonly largestBytes: number },
): UploadInRoom {
  const most = ctx.env.UPLOADS_PER_PERSON;
  const upload = uploads.begin(ctx.actor.id, most);
  if (!upload) throw tooMany(ctx, most);
  return {
    admit: async ({ fields, leastBytes }) => {
      const declared = /^\d{1,15}$/.test(fields.size?.trim() ?? "") ? Number(fields.size) : 0;
      const bytes = Math.max(leastBytes, declared);
      if (bytes > largestBytes) throw tooLarge(largestBytes);
      if (bytes > upload.bytes) await reserve(ctx, uploads, upload, { bytes, aheadBytes: 0 });
    },
    grow: async (bytes) => {
      if (bytes > upload.bytes) await reserve(ctx, uploads, upload, { bytes, aheadBytes: AHEAD_BYTES });
    },
    end: () => upload.end(),
  };
}

async function reserve(
  ctx: Context,
  uploads: Uploads,
  upload: UploadUnderWay,
  { bytes, aheadBytes }: { readonly bytes: number; readonly aheadBytes: number },
): Promise<void> {
  const quotaBytes = await findQuota(ctx);
  if (quotaBytes === undefined) return upload.reserve(bytes);
  const othersBefore = uploads.bytes - upload.bytes;
  const use = await readUploadUse(ctx.db);
  // an upload that has just ended may not be counted among the stored ones yet
  const comingBytes = Math.max(othersBefore, uploads.bytes - upload.bytes);
  const room = roomForUpload({ quotaBytes, ...use, comingBytes });
  if (bytes > room) throw noRoom(ctx, bytes, room);
  upload.reserve(bytes + Math.min(aheadBytes, Math.floor((room - bytes) * AHEAD_SHARE)));
}

function tooMany({ now }: Context, most: number): WaybillError {
  const many = most === 1 ? "1 upload" : `${most} uploads`;
  return new WaybillError(
    "too_many_requests",
    `You have ${many} under way, the most one person may have at a time. Wait until one has ended, then send this one again.`,
    { retryAt: new Date(now().getTime() + AGAIN_MS) },
  );
}

function noRoom({ now }: Context, bytes: number, room: number): WaybillError {
  return new WaybillError(
    "working_storage_full",
    `This upload is at least ${inWords(bytes)}, but working storage has room for only ${inWords(room)} besides the deposits in progress. Nothing of it was kept; send it again when some of them have ended.`,
    { retryAt: new Date(now().getTime() + ROOM_MS) },
  );
}
