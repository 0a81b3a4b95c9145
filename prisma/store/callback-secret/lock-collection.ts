import type { Sql } from "../../sql.ts";

/** A collection's id by its slug, its row locked, so that its keys change one change after the other. */
export async function lockCollection(tx: Sql, slug: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM collection WHERE slug = ${slug} FOR NO KEY UPDATE`;
  return row?.id;
}
