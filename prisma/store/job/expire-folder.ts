import type { Sql } from "../../sql.ts";

/**
 * Gives up a failed job's working folder: its space is free, its files have to be fetched again by a resume. Of a job
 * that has stored its version what is known of its files stays, since Recording enters it. One that another transaction has
 * locked is left for the next sweep.
 */
export async function expireFolder(tx: Sql, jobId: string): Promise<boolean> {
  const expired = await tx.$executeRaw`
    WITH gone AS (
      UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
      WHERE id = (SELECT id FROM job WHERE id = ${jobId} FOR NO KEY UPDATE SKIP LOCKED)
        AND state = 'Failed' AND folders_until < clock_timestamp()
      RETURNING id, batch_id
    ), unverified AS (
      UPDATE job_file SET verified_at = NULL, size = NULL, sha256 = NULL FROM gone
      WHERE job_file.job_id = gone.id
        AND NOT EXISTS (SELECT 1 FROM step_result WHERE owner_id = gone.id AND step = 'store')
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.folder-expired', batch_id, id, 'Waybill', 'The working folder has been kept long enough.' FROM gone`;
  return expired > 0;
}
