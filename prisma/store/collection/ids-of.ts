import type { Tx } from "../../client.ts";

/** The ids of collections by their slugs; a slug nobody has is not in the answer. */
export async function collectionIdsOf(tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.collection.findMany({
    where: { slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
