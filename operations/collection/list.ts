import { reachOf } from "../../core/access/roles.ts";
import type { CollectionView } from "../../core/contracts/views.ts";
import { listCollectionRows } from "../../prisma/store/collection.ts";
import type { Context } from "../context.ts";
import { collectionView } from "./view.ts";

/** The collections the actor may read, by name. Not paged: an installation has a few hundred at most. */
export async function listCollections({ db, actor }: Context): Promise<CollectionView[]> {
  const rows = await listCollectionRows(db, reachOf(actor, "read"));
  return rows.map((row) => collectionView(actor, row));
}
