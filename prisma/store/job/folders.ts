import type { Sql } from "../../sql.ts";
import { JOB_IS } from "../states-sql.ts";

/** Records where a job's files will be, before any are written. */
export async function setWorkingDirectory(
  tx: Sql,
  jobId: string,
  fence: bigint,
  directory: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET working_directory = ${directory} WHERE id = ${jobId} AND fence = ${fence}
      AND working_directory IS DISTINCT FROM ${directory}`;
}

/** Failed jobs whose working folder has been kept long enough. */
export async function listExpiredFolders(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE folders_until < clock_timestamp() AND state = 'Failed' ORDER BY folders_until LIMIT ${most}`;
  return rows.map((row) => row.id);
}

/** Jobs in a final state whose working folder still exists, in the order they ended. */
export async function listDroppedFolders(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE folders_until <= clock_timestamp() AND state IN ${JOB_IS.final} ORDER BY folders_until LIMIT ${most}`;
  return rows.map((row) => row.id);
}

/** Records that their folders are gone, and frees their space. @returns the jobs concerned */
export async function forgetDroppedFolders(tx: Sql, jobIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
    WHERE id = ANY(${[...jobIds]}::text[]) AND state IN ${JOB_IS.final}
    RETURNING id`;
  return rows.map((row) => row.id);
}

/**
 * Gives up a failed job's working folder: its space is freed, and a resume must fetch its files again. If the job has
 * stored its version, the facts about its files stay for Recording. A job that another transaction has locked is left
 * to the next sweep.
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
