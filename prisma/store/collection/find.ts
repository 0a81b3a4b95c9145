import type { Tx } from "../../client.ts";

/** A collection's id by its slug. */
export async function findCollection(tx: Tx, slug: string): Promise<{ id: string } | null> {
  return tx.collection.findUnique({ where: { slug }, select: { id: true } });
}
