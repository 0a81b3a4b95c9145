import type { Sql } from "../../sql.ts";

export type NewVersion = {
  readonly versionId: string;
  readonly objectId: string;
  readonly version: number;
  readonly jobId: string;
  readonly batchId: string;
  readonly fence: bigint;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly inventorySha256: string;
  readonly submitter: string;
  readonly storage: string;
  readonly root: string;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  /** ISO 8601; null: none; undefined: as before. */
  readonly embargoUntil?: string | null | undefined;
};

/**
 * Records a stored version in the inventory tables and makes it the object's newest; all its files count as added until
 * they are compared. Once per job: repeating it answers the row that is there. @returns the version row's id; undefined when the job's lease is lost
 */
export async function recordVersion(tx: Sql, version: NewVersion): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    WITH mine AS (
      SELECT id FROM job WHERE id = ${version.jobId} AND fence = ${version.fence} FOR UPDATE
    ), made AS (
      INSERT INTO object_version (id, object_id, version, job_id, batch_id, file_count, size_bytes, inventory_sha256, submitter, files_added)
      SELECT ${version.versionId}, ${version.objectId}, ${version.version}, id, ${version.batchId}, ${version.fileCount},
        ${version.sizeBytes}, ${version.inventorySha256}, ${version.submitter}, ${version.fileCount}
      FROM mine
      ON CONFLICT (job_id) DO UPDATE SET job_id = excluded.job_id
      RETURNING id
    ), object AS (
      UPDATE stored_object SET version = ${version.version}, storage = ${version.storage}, root = ${version.root},
        who = ${version.who}, what = ${version.what}, "when" = ${version.when},
        embargo_until = CASE WHEN ${version.embargoUntil === undefined} THEN embargo_until ELSE ${version.embargoUntil ?? null}::timestamptz END,
        updated_at = clock_timestamp()
      FROM made WHERE stored_object.id = ${version.objectId}
    )
    SELECT id FROM made`;
  return row?.id;
}
