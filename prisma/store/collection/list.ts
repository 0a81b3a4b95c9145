import type { Tx } from "../../client.ts";
import type { Reach } from "../within.ts";

const SELECT = {
  id: true,
  slug: true,
  name: true,
  heldAt: true,
  heldBy: true,
  heldReason: true,
  heldUntil: true,
  lane: { select: { serviceId: true, backend: true } },
} as const;

/** A collection with its hold and its lane's service_id. */
export type CollectionRow = NonNullable<Awaited<ReturnType<typeof findCollectionRow>>>;

/** Collections within reach, by name. */
export async function listCollectionRows(tx: Tx, reach: Reach): Promise<CollectionRow[]> {
  return tx.collection.findMany({
    ...(reach === "all" ? {} : { where: { id: { in: [...reach] } } }),
    orderBy: [{ name: "asc" }, { slug: "asc" }],
    select: SELECT,
  });
}

/** One of them by its slug; null when there is none. */
export async function findCollectionRow(tx: Tx, slug: string) {
  return tx.collection.findUnique({ where: { slug }, select: SELECT });
}
