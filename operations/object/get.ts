import type { ObjectView } from "../../core/contracts/views.ts";
import { listVersions } from "../../prisma/store/object/list-versions.ts";
import type { Context } from "../context.ts";
import { getReadableObject } from "./get-readable.ts";
import { objectRow } from "./row-view.ts";

/**
 * One stored object with all its versions, newest first.
 * @throws QueueError `not_found` (also when the actor may not read it)
 */
export async function getObject(ctx: Context, objectId: string): Promise<ObjectView> {
  const object = await getReadableObject(ctx, objectId);
  const versions = await listVersions(ctx.db, objectId);
  return {
    ...objectRow(object),
    owner: object.owner,
    embargoUntil: object.embargoUntil?.toISOString() ?? null,
    root: object.root ?? "",
    versions: versions.map(({ createdAt, sizeBytes, ...version }) => ({
      ...version,
      createdAt: createdAt.toISOString(),
      sizeBytes: sizeBytes.toString(),
    })),
  };
}
