import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { findObjectView, type ObjectViewRow } from "../../prisma/store/object/read.ts";
import type { Context } from "../context.ts";

/**
 * The object, when the actor may read it.
 * @throws WaybillError `not_found`
 */
export async function getReadableObject({ db, actor }: Context, objectId: string): Promise<ObjectViewRow> {
  const object = await findObjectView(db, objectId);
  if (!object || !can(actor, "read", object.collectionId)) {
    throw new WaybillError("not_found", "There is no such object, or you cannot see it.");
  }
  return object;
}
