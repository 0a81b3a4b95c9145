import type { Sql } from "../../sql.ts";

/** Ends a key at once. @returns the collection's slug; undefined when there is no such key, or it signs no more already */
export async function retireSecret(tx: Sql, id: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ slug: string }[]>`
    UPDATE callback_secret SET retires_at = clock_timestamp()
    FROM collection
    WHERE callback_secret.id = ${id} AND collection.id = callback_secret.collection_id
      AND (retires_at IS NULL OR retires_at > clock_timestamp())
    RETURNING collection.slug`;
  return row?.slug;
}
