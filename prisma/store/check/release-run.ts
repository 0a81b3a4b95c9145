import type { Db } from "../../client.ts";

/**
 * Gives a run's lease back; it stays due when repairs were asked for meanwhile. The row is locked first, so that no
 * asking is missed. Nothing happens when the lease is lost.
 */
export async function releaseRun(db: Db, runId: string, fence: bigint): Promise<void> {
  await db.transact(async (tx) => {
    const mine = await tx.$queryRaw<
      unknown[]
    >`SELECT FROM check_run WHERE id = ${runId} AND fence = ${fence} FOR UPDATE`;
    if (mine.length === 0) return;
    await tx.$executeRaw`
      UPDATE check_run SET lease_owner = NULL, lease_until = NULL, kills = 0,
        due_at = CASE WHEN EXISTS (
          SELECT FROM check_finding WHERE run_id = ${runId} AND repaired_by IS NOT NULL AND repaired_at IS NULL)
        THEN clock_timestamp() END
      WHERE id = ${runId}`;
  });
}

/** Goes on holding a run that its maker holds without a worker. */
export async function holdRun(db: Db, runId: string, holderMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE check_run SET lease_until = clock_timestamp() + ${holderMs}::float8 * interval '1 millisecond'
    WHERE id = ${runId} AND lease_until IS NOT NULL`;
}
