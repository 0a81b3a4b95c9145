import type { Sql } from "../../sql.ts";

/** Takes back what `beginMint` wrote, once the call has failed. `unsure`: a sentence for the timeline when it may have minted all the same. */
export async function forgetMint(tx: Sql, jobId: string, unsure: string | undefined): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM minted_ark WHERE job_id = ${jobId} AND ark IS NULL RETURNING job_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.identifier-unsure', batch_id, id, 'Waybill', ${unsure ?? ""} FROM job JOIN gone ON gone.job_id = job.id
    WHERE ${unsure !== undefined}`;
}
