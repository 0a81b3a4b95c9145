import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { readStorageTarget, type StorageTarget } from "../../core/storage/object-stores.ts";
import type { ObjectStore } from "../../core/storage/ports.ts";
import type { Download } from "../../lib/download.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findObjectFile } from "../../prisma/store/object/read.ts";
import type { Context } from "../context.ts";

/** Which file: places and versions count from 1. */
export type ObjectFilePlace = {
  readonly objectId: string;
  readonly version: number;
  readonly ordinal: number;
};

const MOST_INT = 2_147_483_647;

/**
 * A stored file's bytes, for downloads. They are read from preservation storage only when `open` is called, which
 * audits the download before it returns a byte.
 * @throws WaybillError `not_found` (also when the actor may not read it); `open`: `storage_failed`,
 * `storage_unavailable`, `storage_not_configured`
 */
export async function openObjectFile(
  { db, actor }: Context,
  place: ObjectFilePlace,
  stores: { of(target: StorageTarget): Pick<ObjectStore, "open"> },
): Promise<Download> {
  const isPlace = [place.version, place.ordinal].every((n) => Number.isInteger(n) && n > 0 && n <= MOST_INT);
  const file = isPlace ? await findObjectFile(db, place) : null;
  const object = file?.version.object;
  if (!file || !object || object.root === null || !can(actor, "read", object.collectionId)) {
    throw new WaybillError("not_found", "There is no such file, or you cannot see it.");
  }
  const { root } = object;
  const storage = readStorageTarget(object.storage);
  const after = { version: place.version, path: file.path, sizeBytes: file.size.toString() };
  return {
    filename: file.path.slice(file.path.lastIndexOf("/") + 1),
    mediaType: file.mediaType ?? "application/octet-stream",
    sizeBytes: file.size,
    open: async () => {
      const bytes = await stores.of(storage).open(root, file.contentPath);
      try {
        await writeAudit(db, actor, { action: "object.download", target: place.objectId, after });
      } catch (error) {
        if ("destroy" in bytes && typeof bytes.destroy === "function") bytes.destroy();
        throw error;
      }
      return bytes;
    },
  };
}
