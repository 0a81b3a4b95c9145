import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Download } from "../../lib/download.ts";
import { findAttachment } from "../../prisma/store/report.ts";
import type { Context } from "../context.ts";

const MOST_INT = 2_147_483_647;

/** Which file of which report; reports count from 1. */
export type AttachmentPlace = {
  readonly batchId: string;
  readonly number: number;
  readonly filename: string;
};

/**
 * A file of a report, decompressed while it is read.
 * @throws WaybillError `not_found` (also when the actor may not read the batch)
 */
export async function getAttachment({ db, actor }: Context, place: AttachmentPlace): Promise<Download> {
  const isPlace = Number.isInteger(place.number) && place.number > 0 && place.number <= MOST_INT;
  const file = isPlace ? await findAttachment(db, place) : null;
  if (!file || !can(actor, "read", file.report.batch.collectionId)) {
    throw new WaybillError("not_found", "There is no such report file, or you cannot see it.");
  }
  const { filename, mediaType, size, gzip } = file;
  return {
    filename,
    mediaType,
    sizeBytes: size,
    open: async () => Readable.from([Buffer.from(gzip)]).pipe(createGunzip()),
  };
}
