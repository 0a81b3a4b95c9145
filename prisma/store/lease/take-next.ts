import type { Sql } from "../../sql.ts";
import { FIRST } from "./due.ts";
import { countKill } from "./kills-sql.ts";
import { expiriesOf, freeOf, IS_DUE, type Leased, type Length, rowsOf, tableOf } from "./tables.ts";
import type { Lease } from "./take.ts";

/** Takes the lease of the row that should be worked next, or undefined when none is due. Rows others are taking are passed over. `busy`: as in rowsOf. */
export async function takeNextLease(
  tx: Sql,
  leased: Leased,
  { owner, busy = [], ...length }: { readonly owner: string; readonly busy?: readonly string[] } & Length,
): Promise<(Lease & { readonly id: string }) | undefined> {
  const [lease] = await tx.$queryRaw<(Lease & { readonly id: string })[]>`
    UPDATE ${tableOf(leased)} SET
      lease_owner = ${owner},
      ${expiriesOf(leased, length)},
      fence = fence + 1,
      ${countKill(leased, owner)}
    WHERE id = (
      SELECT id FROM ${tableOf(leased)}
      WHERE ${IS_DUE} AND ${freeOf(leased)} AND ${rowsOf(leased, busy)}
      ORDER BY ${FIRST[leased]}
      LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, fence, kills`;
  return lease;
}
