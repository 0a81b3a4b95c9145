import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { countKill } from "./kills-sql.ts";
import { expiriesOf, freeOf, IS_DUE, type Leased, type Length, rowsOf, tableOf } from "./tables.ts";

/** A right to work one row. Every later write carries `fence` and touches nothing once another has taken the row. */
export type Lease = { readonly fence: bigint; readonly kills: number };

/**
 * Takes the lease of a due row, or undefined when it is not due or somebody has it. Never waits for a row that another
 * transaction has locked: `onLocked` hears of it, and it may be asked for again soon.
 * A lease found expired but never given back means that its holder died, unless it shows that it has not: `kills` counts
 * those since the row last moved.
 * Times are the database's. `busy`: as in rowsOf.
 */
export async function takeLease(
  tx: Sql,
  leased: Leased,
  {
    id,
    owner,
    busy = [],
    onLocked,
    ...length
  }: {
    readonly id: string;
    readonly owner: string;
    readonly busy?: readonly string[];
    readonly onLocked?: (() => void) | undefined;
  } & Length,
): Promise<Lease | undefined> {
  const table = tableOf(leased);
  const isWanted = Prisma.sql`id = ${id} AND ${IS_DUE} AND ${freeOf(leased)} AND ${rowsOf(leased, busy)}`;
  const [answer] = await tx.$queryRaw<(Lease | { readonly fence: null })[]>`
    WITH unlocked AS MATERIALIZED (
      SELECT id FROM ${table} WHERE ${isWanted} FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE ${table} SET
        lease_owner = ${owner},
        ${expiriesOf(leased, length)},
        fence = fence + 1,
        ${countKill(leased, owner)}
      WHERE id IN (SELECT id FROM unlocked)
      RETURNING fence, kills
    )
    SELECT fence, kills FROM taken
    UNION ALL
    SELECT NULL, NULL WHERE NOT EXISTS (SELECT FROM unlocked) AND EXISTS (SELECT FROM ${table} WHERE ${isWanted})`;
  if (answer?.fence !== null) return answer;
  onLocked?.();
  return undefined;
}
