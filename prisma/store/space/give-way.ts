import type { Sql } from "../../sql.ts";
import { GIVES_WAY } from "./kept-sql.ts";

/**
 * Lets folders of failed jobs give way for so many bytes, those first that would expire first: their time is over from now
 * on, and the next sweep removes them. Those whose time is over already count. One that another transaction has locked is
 * passed over: whoever asks holds the gate, and all others wait for that. @returns how many
 */
export async function letFoldersGiveWay(tx: Sql, wantBytes: number): Promise<number> {
  return tx.$executeRaw`
    WITH first AS (
      SELECT job.id, job.folders_until, sum(job.space_reserved) OVER (ORDER BY job.folders_until, job.id) - job.space_reserved AS before
      FROM job JOIN batch ON batch.id = job.batch_id WHERE job.space_reserved > 0 AND ${GIVES_WAY}
    ), free AS (
      SELECT job.id FROM job JOIN first ON first.id = job.id
      WHERE first.before < ${wantBytes}::float8 AND job.state = 'Failed' AND job.folders_until > clock_timestamp()
      FOR NO KEY UPDATE OF job SKIP LOCKED
    ), over AS (
      UPDATE job SET folders_until = clock_timestamp() - interval '1 millisecond'
      FROM free WHERE job.id = free.id
      RETURNING job.id, job.batch_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.folder-gave-way', batch_id, id, 'Waybill', 'Working storage is wanted for other jobs; a resume fetches its files again.'
    FROM over`;
}
