import { can, reachOf } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { collectionIdsOf } from "../../prisma/store/collection.ts";
import type { Reach } from "../../prisma/store/within.ts";
import type { Context } from "../context.ts";

/**
 * The collections a list covers: all the actor may read, or the one named by slug.
 * @throws WaybillError `unknown_collection` (also when the actor may not read it)
 */
export async function readableReach({ db, actor }: Context, slug?: string): Promise<Reach> {
  if (slug === undefined) return reachOf(actor, "read");
  const id = (await collectionIdsOf(db, [slug])).get(slug);
  if (id === undefined || !can(actor, "read", id)) {
    throw new WaybillError(
      "unknown_collection",
      `There is no collection ${JSON.stringify(slug)} that you can see.`,
    );
  }
  return [id];
}
