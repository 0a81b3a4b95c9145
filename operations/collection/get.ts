import type { CollectionView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findCollectionRow } from "../../prisma/store/collection.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { collectionView } from "./view.ts";

/**
 * One collection by its slug.
 * @throws WaybillError `not_found`, also when the actor may not read it
 */
export async function getCollection(ctx: Context, slug: string): Promise<CollectionView> {
  const row = await findCollectionRow(ctx.db, slug);
  if (!row) throw new WaybillError("not_found", "There is no such collection, or you cannot see it.");
  allow(ctx.actor, "read", row.id);
  return collectionView(ctx.actor, row);
}
