import type { Sql } from "../../sql.ts";
import { endOfWait, expiriesOf, type Leased, type Length, tableOf } from "./tables.ts";

export type Held = { readonly id: string; readonly fence: bigint };

/** `kept`: leases still held. `locked`: those of them that were not prolonged, since another transaction has their row. */
export type Renewed = { readonly kept: ReadonlySet<string>; readonly locked: readonly string[] };

/**
 * Prolongs leases; those it does not answer with are lost. One that has run out is held as long as nobody took it or
 * declared it void. What the row waited for is over. Any number at a time, and a locked row keeps none of the others waiting: ask for it again soon.
 * Source: docs/reference/lanes.md, "Claims".
 */
export async function renewLeases(
  tx: Sql,
  leased: Leased,
  held: readonly Held[],
  length: Length,
): Promise<Renewed> {
  if (held.length === 0) return { kept: new Set(), locked: [] };
  const [table, ids] = [tableOf(leased), held.map(({ id }) => id)];
  const rows = await tx.$queryRaw<{ id: string; isRenewed: boolean }[]>`
    WITH mine AS MATERIALIZED (
      SELECT id, fence FROM unnest(${ids}::text[], ${held.map(({ fence }) => fence)}::bigint[]) AS mine (id, fence)
    ), unlocked AS MATERIALIZED (
      SELECT row.id FROM ${table} AS row JOIN mine ON row.id = mine.id AND row.fence = mine.fence
      WHERE row.lease_until IS NOT NULL
      FOR NO KEY UPDATE OF row SKIP LOCKED
    ), renewed AS (
      UPDATE ${table} AS row SET ${expiriesOf(leased, length, { renewed: true })}${endOfWait(leased)}
      FROM unlocked WHERE row.id = unlocked.id
      RETURNING row.id
    )
    SELECT row.id, row.id IN (SELECT id FROM renewed) AS "isRenewed"
    FROM ${table} AS row JOIN mine ON row.id = mine.id AND row.fence = mine.fence
    WHERE row.lease_until IS NOT NULL`;
  return {
    kept: new Set(rows.map(({ id }) => id)),
    locked: rows.filter(({ isRenewed }) => !isRenewed).map(({ id }) => id),
  };
}
