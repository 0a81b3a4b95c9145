import type { Sql } from "../../sql.ts";
import type { Holdable } from "./tables.ts";

/** A hold whose time has come. `id`: a collection's slug, a batch's or job's id, nothing to speak of for the intake. */
export type ExpiredHold = { readonly on: Holdable; readonly id: string };

/** Holds whose time has come by the database's clock: what stops most first, each kind by its time. */
export async function listExpiredHolds(tx: Sql, most: number): Promise<ExpiredHold[]> {
  return tx.$queryRaw<ExpiredHold[]>`
    SELECT "on", id FROM (
      SELECT 0 AS place, 'intake' AS "on", id::text AS id, held_until FROM intake WHERE held_until <= clock_timestamp()
      UNION ALL SELECT 1, 'collection', slug, held_until FROM collection WHERE held_until <= clock_timestamp()
      UNION ALL (SELECT 2, 'batch', id, held_until FROM batch WHERE held_until <= clock_timestamp() ORDER BY held_until LIMIT ${most})
      UNION ALL (SELECT 3, 'job', id, held_until FROM job WHERE held_until <= clock_timestamp() ORDER BY held_until LIMIT ${most})
    ) AS expired
    ORDER BY place, held_until, id
    LIMIT ${most}`;
}
