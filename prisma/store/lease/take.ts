import type { Sql } from "../../sql.ts";
import { countKill } from "./kills-sql.ts";
import { expiriesOf, freeOf, type Leased, type Length, rowsOf, tableOf } from "./tables.ts";

/** A right to work one row. Every later write carries `fence` and touches nothing once another has taken the row. */
export type Lease = { readonly fence: bigint; readonly kills: number };

/**
 * Takes the lease of a due row, or undefined when it is not due or somebody has it. A lease found expired but never
 * given back means that its holder died, unless it shows that it has not: `kills` counts those since the row last moved.
 * Times are the database's. `busy`: as in rowsOf.
 */
export async function takeLease(
  tx: Sql,
  leased: Leased,
  {
    id,
    owner,
    busy = [],
    ...length
  }: { readonly id: string; readonly owner: string; readonly busy?: readonly string[] } & Length,
): Promise<Lease | undefined> {
  const [lease] = await tx.$queryRaw<Lease[]>`
    UPDATE ${tableOf(leased)} SET
      lease_owner = ${owner},
      ${expiriesOf(leased, length)},
      fence = fence + 1,
      ${countKill(leased, owner)}
    WHERE id = ${id}
      AND due_at <= clock_timestamp()
      AND ${freeOf(leased)}
      AND ${rowsOf(leased, busy)}
    RETURNING fence, kills`;
  return lease;
}
