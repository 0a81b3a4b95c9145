import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { olderThan } from "./older-than.ts";

/** A failed job whose folder is kept for a resume. */
const keepsFolder = (graceMs: number) => Prisma.sql`state = 'Failed' AND working_directory IS NOT NULL
  AND ${olderThan(Prisma.sql`state_at`, graceMs)} AND (folders_until IS NULL OR folders_until > clock_timestamp())`;

/** Failed jobs that count on their folder; after `after`, in the order of ids. */
export async function listFolderKeepers(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<{ readonly id: string }[]> {
  return tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE ${keepsFolder(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/**
 * Makes a failed job forget its folder: its space is free, and a resume fetches the files again unless its version is
 * stored, when Recording still needs their sizes and digests. @returns whether it counted on one
 */
export async function forgetMissingFolder(
  tx: Sql,
  jobId: string,
  { graceMs, by }: { readonly graceMs: number; readonly by: string },
): Promise<boolean> {
  const forgotten = await tx.$executeRaw`
    WITH gone AS (
      UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
      WHERE id = ${jobId} AND ${keepsFolder(graceMs)}
      RETURNING id, batch_id
    ), unverified AS (
      UPDATE job_file SET verified_at = NULL, size = NULL, sha256 = NULL FROM gone
      WHERE job_file.job_id = gone.id AND NOT EXISTS (SELECT FROM step_result WHERE owner_id = gone.id AND step = 'store')
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.folder-missing', batch_id, id, ${by}, 'Its working folder was gone. A resume fetches the files again.' FROM gone`;
  return forgotten > 0;
}
