import type { Sql } from "../../sql.ts";

/** What is known of an object before its next version: of the newest one recorded. Local ids in the order they were given. */
export type KnownObject = {
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
};

export async function findKnownObject(tx: Sql, objectId: string): Promise<KnownObject | undefined> {
  const [row] = await tx.$queryRaw<KnownObject[]>`
    SELECT who, what, "when",
      ARRAY(SELECT local_id FROM local_id WHERE object_id = stored_object.id ORDER BY created_at, local_id) AS "localIds"
    FROM stored_object WHERE id = ${objectId}`;
  return row;
}
