import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { countsKills } from "./kills-sql.ts";
import { type Leased, tableOf } from "./tables.ts";

type Release = { readonly id: string; readonly fence: bigint; readonly dueInMs: number | null };

/**
 * Gives a lease back and says when the row is due again: at a time, after some milliseconds, or (`null`) not before
 * something happens to it. When the lease was lost nothing of that happens; where its holder has been counted as dead
 * since, that kill is withdrawn, since it is not.
 */
export async function releaseLease(tx: Sql, leased: Leased, { id, fence, dueInMs }: Release): Promise<void> {
  const isMine = Prisma.sql`(fence = ${fence} AND lease_owner IS NOT NULL)`;
  const dueAt = Prisma.sql`CASE WHEN ${dueInMs}::float8 IS NULL THEN NULL
    ELSE clock_timestamp() + ${dueInMs}::float8 * interval '1 millisecond' END`;
  if (!countsKills(leased)) {
    await tx.$executeRaw`
      UPDATE ${tableOf(leased)} SET lease_owner = NULL, lease_until = NULL, due_at = ${dueAt}
      WHERE id = ${id} AND ${isMine}`;
    return;
  }
  await tx.$executeRaw`
    UPDATE ${tableOf(leased)} SET
      lease_owner = CASE WHEN ${isMine} THEN NULL ELSE lease_owner END,
      lease_until = CASE WHEN ${isMine} THEN NULL ELSE lease_until END,
      due_at = CASE WHEN ${isMine} THEN ${dueAt} ELSE due_at END,
      kills = CASE WHEN ${isMine} THEN kills ELSE kills - 1 END,
      kill_fences = CASE WHEN ${isMine} THEN kill_fences ELSE array_remove(kill_fences, ${fence}::bigint) END
    WHERE id = ${id} AND (${isMine} OR (fence <> ${fence} AND kills > 0 AND ${fence} = ANY(kill_fences)))`;
}
