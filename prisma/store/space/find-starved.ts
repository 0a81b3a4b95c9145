import type { Starved } from "../../../core/space/starved.ts";
import type { Sql } from "../../sql.ts";
import { findLastBegun } from "./gate.ts";
import { HAS_ENDED } from "./kept-sql.ts";

/**
 * What has waited for working storage for `afterMs` or longer, by the database's clock: jobs that can never fit, and,
 * when no job was let through for as long, those that wait for room; and all that wait since a disk is full.
 */
export async function findStarved(
  tx: Sql,
  afterMs: number,
): Promise<Omit<Starved, "quotaBytes" | "freeBytes">> {
  const lastBegun = await findLastBegun(tx);
  const [starved] = await tx.$queryRaw<Omit<Starved, "quotaBytes" | "freeBytes">[]>`
    WITH late AS (
      SELECT id, wait_code FROM job
      WHERE state IN ('Provisioning', 'Downloading') AND wait_code IN ('working_storage_full', 'never_fits')
        AND state_at < clock_timestamp() - ${afterMs}::float8 * interval '1 millisecond'
    ), kept AS (
      SELECT COALESCE(sum(space_reserved) FILTER (WHERE NOT ended), 0)::float8 AS running,
        COALESCE(sum(space_reserved) FILTER (WHERE ended), 0)::float8 AS folders
      FROM (SELECT space_reserved, ${HAS_ENDED} AS ended FROM job WHERE space_reserved > 0) AS job
    )
    SELECT CASE WHEN ${lastBegun}::timestamptz IS NULL
        OR ${lastBegun}::timestamptz < clock_timestamp() - ${afterMs}::float8 * interval '1 millisecond'
      THEN (SELECT count(*)::int FROM late WHERE wait_code = 'working_storage_full') ELSE 0 END AS "waitingJobs",
      (SELECT count(*)::int FROM late WHERE wait_code = 'never_fits') AS "tooLargeJobs",
      (SELECT min(id) FROM late WHERE wait_code = 'never_fits') AS "tooLargeJob",
      (SELECT count(*)::int FROM job WHERE state IN ('Estimating', 'Provisioning', 'Downloading', 'Processing', 'Recording', 'Notify')
        AND wait_code = 'disk_full') AS "diskFullJobs",
      (SELECT running FROM kept) AS "runningBytes", (SELECT folders FROM kept) AS "folderBytes",
      COALESCE((SELECT sum(payload_size) FROM batch WHERE payload_path IS NOT NULL), 0)::float8 AS "uploadBytes"`;
  if (!starved) throw new Error("nothing was read");
  return starved;
}
