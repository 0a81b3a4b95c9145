import type { Sql } from "../../sql.ts";
import { type Leased, tableOf } from "./tables.ts";

/**
 * Gives a lease back and says when the row is due again: at a time, after some milliseconds, or (`null`) not before
 * something happens to it. Nothing happens when the lease was lost.
 */
export async function releaseLease(
  tx: Sql,
  leased: Leased,
  { id, fence, dueInMs }: { readonly id: string; readonly fence: bigint; readonly dueInMs: number | null },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE ${tableOf(leased)} SET
      lease_owner = NULL,
      lease_until = NULL,
      due_at = CASE WHEN ${dueInMs}::float8 IS NULL THEN NULL
        ELSE clock_timestamp() + ${dueInMs}::float8 * interval '1 millisecond' END
    WHERE id = ${id} AND fence = ${fence} AND lease_owner IS NOT NULL`;
}
