import type { Sql } from "../../sql.ts";
import { expiriesOf, type Leased, type Length, tableOf } from "./tables.ts";

export type Held = { readonly id: string; readonly fence: bigint };

/**
 * Prolongs leases and answers the ids that are still held; the others are lost. One that has run out is held as long as
 * nobody took it or declared it void. Any number at a time. Source: docs/reference/lanes.md, "Claims".
 */
export async function renewLeases(
  tx: Sql,
  leased: Leased,
  held: readonly Held[],
  length: Length,
): Promise<Set<string>> {
  if (held.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE ${tableOf(leased)} AS row SET ${expiriesOf(leased, length, { renewed: true })}
    FROM unnest(${held.map((lease) => lease.id)}::text[], ${held.map((lease) => lease.fence)}::bigint[]) AS mine (id, fence)
    WHERE row.id = mine.id AND row.fence = mine.fence AND row.lease_until IS NOT NULL
    RETURNING row.id`;
  return new Set(rows.map((row) => row.id));
}
