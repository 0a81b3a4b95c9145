import type { Sql } from "../../sql.ts";
import type { UnusedArk } from "./list-unused.ts";

/**
 * Makes sure that no job can come to use an ARK any more: an object that was only reserved goes, with the local ids that
 * lead to it. Call it in a transaction. @returns false when the object has a version, or another job is writing it or has
 * the ARK as its own, which it may yet be resumed with
 */
export async function beginWithdrawal(tx: Sql, { ark, jobId }: UnusedArk): Promise<boolean> {
  const [object] = await tx.$queryRaw<{ id: string; isUsed: boolean }[]>`
    SELECT id, (version > 0 OR (busy_job_id IS NOT NULL AND busy_job_id IS DISTINCT FROM ${jobId})
      OR EXISTS (SELECT FROM job WHERE job.ark = ${ark} AND job.id IS DISTINCT FROM ${jobId} AND job.state <> 'Deleted')
    ) AS "isUsed"
    FROM stored_object WHERE ark = ${ark} FOR UPDATE`;
  if (object?.isUsed) return false;
  if (object) {
    await tx.$executeRaw`DELETE FROM local_id WHERE object_id = ${object.id}`;
    await tx.$executeRaw`DELETE FROM stored_object WHERE id = ${object.id}`;
  }
  const begun = await tx.$executeRaw`
    UPDATE minted_ark SET status = 'withdrawing' WHERE ark = ${ark} AND status IN ('reserved', 'withdrawing')`;
  return begun > 0;
}
