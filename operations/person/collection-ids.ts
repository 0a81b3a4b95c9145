import { WaybillError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { collectionIdsOf } from "../../prisma/store/collection.ts";

/**
 * The ids of collections named by slug.
 * @throws WaybillError `unknown_collection` naming every slug that is not one
 */
export async function collectionIds(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const ids = await collectionIdsOf(tx, slugs);
  const unknown = slugs.filter((slug) => !ids.has(slug));
  if (unknown.length > 0) {
    throw new WaybillError(
      "unknown_collection",
      `There is no collection ${unknown.map((slug) => JSON.stringify(slug)).join(", ")}.`,
    );
  }
  return [...ids.values()];
}
