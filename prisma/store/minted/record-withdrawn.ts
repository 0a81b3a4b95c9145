import type { Sql } from "../../sql.ts";

/** Saves that an ARK is withdrawn at its service and says so, with `reason`, in the timeline of its job. Once. */
export async function recordWithdrawn(tx: Sql, ark: string, reason: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      UPDATE minted_ark SET status = 'withdrawn' WHERE ark = ${ark} AND status = 'withdrawing' RETURNING job_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.identifier-withdrawn', batch_id, id, 'Waybill', ${reason} FROM job JOIN gone ON gone.job_id = job.id`;
}
