import type { Sql } from "../../sql.ts";

/**
 * Takes versions above `head` out of the inventory: storage does not hold them. Failed jobs that stored one are to store
 * it again. @returns how many versions
 */
export async function forgetVersions(
  tx: Sql,
  objectId: string,
  head: number,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<number> {
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM object_version WHERE object_id = ${objectId} AND version > ${head} RETURNING version, job_id, batch_id
    ), steps AS (
      DELETE FROM step_result USING gone WHERE owner_id = gone.job_id AND step = 'store'
    ), again AS (
      UPDATE job SET last_successful_state =
        (CASE WHEN working_directory IS NULL THEN 'Provisioning' ELSE 'Downloading' END)::job_state
      FROM gone WHERE job.id = gone.job_id AND job.state = 'Failed'
    ), object AS (
      UPDATE stored_object SET updated_at = clock_timestamp(),
        version = COALESCE((SELECT max(version) FROM object_version WHERE object_id = ${objectId} AND version <= ${head}), 0)
      WHERE id = ${objectId} AND EXISTS (SELECT FROM gone)
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason, details)
    SELECT 'object.version-missing', batch_id, job_id, ${by}, ${reason},
      jsonb_build_object('object', ${objectId}::text, 'version', version)
    FROM gone`;
}

/** Takes files whose bytes are gone out of all versions of an object. Some thousand paths at a time. @returns how many rows */
export async function forgetFiles(
  tx: Sql,
  objectId: string,
  contentPaths: readonly string[],
): Promise<number> {
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM object_file USING object_version
      WHERE object_version.id = object_file.version_id AND object_id = ${objectId}
        AND content_path = ANY(${[...contentPaths]}::text[])
      RETURNING version_id, size
    ), sums AS (
      SELECT version_id, count(*)::int AS files, sum(size) AS bytes FROM gone GROUP BY version_id
    ), versions AS (
      UPDATE object_version SET file_count = file_count - sums.files, size_bytes = size_bytes - sums.bytes
      FROM sums WHERE object_version.id = sums.version_id
    )
    SELECT FROM gone`;
}
