import type { Sql } from "../../sql.ts";

/** Begins a run, anew when somebody before has died over it: what that one found is forgotten. False: the lease is lost. */
export async function beginRun(tx: Sql, runId: string, fence: bigint): Promise<boolean> {
  const begun = await tx.$executeRaw`
    WITH begun AS (
      UPDATE check_run SET started_at = clock_timestamp() WHERE id = ${runId} AND fence = ${fence} RETURNING id
    ), forgotten AS (
      DELETE FROM check_finding USING begun WHERE check_finding.run_id = begun.id
    )
    SELECT FROM begun`;
  return begun > 0;
}
