import type { Sql } from "../../sql.ts";

/** What the timeline is told: that an ARK may be left over, or that one was minted which is in use here. */
type Told = "job.identifier-unsure" | "job.identifier-passed-over";

/** Takes back what `beginMint` wrote, once the call has failed. `why`: a sentence for the timeline, if it is to be told. */
export async function forgetMint(
  tx: Sql,
  jobId: string,
  why: string | undefined,
  kind: Told = "job.identifier-unsure",
): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM minted_ark WHERE job_id = ${jobId} AND ark IS NULL RETURNING job_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT ${kind}, batch_id, id, 'Waybill', ${why ?? ""} FROM job JOIN gone ON gone.job_id = job.id
    WHERE ${why !== undefined}`;
}
