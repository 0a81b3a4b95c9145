import type { ObjectVersionView, ObjectView } from "../../core/contracts/object-views.ts";
import { arkStanding } from "../../core/identifier/ark-standing.ts";
import { listVersions } from "../../prisma/store/object/read.ts";
import type { Context } from "../context.ts";
import { objectCopies } from "./copies.ts";
import { getReadableObject } from "./get-readable.ts";
import { objectRow } from "./row-view.ts";
import { storagePlace } from "./storage-place.ts";

/**
 * One stored object with all its versions, newest first.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function getObject(ctx: Context, objectId: string): Promise<ObjectView> {
  const object = await getReadableObject(ctx, objectId);
  const [versions, copies] = await Promise.all([
    listVersions(ctx.db, objectId),
    objectCopies(ctx, { id: objectId, home: object.storage }),
  ]);
  return {
    ...objectRow(object),
    owner: object.owner,
    embargoUntil: object.embargoUntil?.toISOString() ?? null,
    storage: storagePlace(object.storage, ctx.env),
    root: object.root ?? "",
    copies,
    identifier: arkStanding(object.minted),
    versions: versions.map(versionView),
  };
}

type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

function versionView(row: VersionRow): ObjectVersionView {
  const { createdAt, sizeBytes, filesAdded, filesChanged, filesRemoved, ...version } = row;
  return {
    ...version,
    createdAt: createdAt.toISOString(),
    sizeBytes: sizeBytes.toString(),
    changes: {
      added: filesAdded,
      changed: filesChanged,
      removed: filesRemoved,
      kept: version.fileCount - filesAdded - filesChanged,
    },
  };
}
