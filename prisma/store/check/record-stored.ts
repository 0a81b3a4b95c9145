import type { Sql } from "../../sql.ts";
import { addLocalIds } from "../object/add-local-ids.ts";

/** A version that storage holds, to be entered into the inventory. Sizes in bytes. */
export type StoredRecord = {
  readonly versionId: string;
  readonly objectId: string;
  readonly ark: string;
  readonly owner: string;
  readonly collectionId: string;
  readonly storage: string;
  readonly root: string;
  readonly version: number;
  readonly jobId: string;
  readonly batchId: string;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly inventorySha256: string;
  readonly submitter: string;
  readonly created: Date;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
};

/**
 * Enters a version without its files, and its object where that is new; of an object that has a newer version nothing
 * else changes. @returns the object's id; undefined when another object has the version's job or one of the local ids
 */
export async function recordStored(tx: Sql, record: StoredRecord): Promise<string> {
  const [object] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO stored_object (id, ark, owner, collection_id, version, storage, root, who, what, "when")
    VALUES (${record.objectId}, ${record.ark}, ${record.owner}, ${record.collectionId}, ${record.version}, ${record.storage},
      ${record.root}, ${record.who}, ${record.what}, ${record.when})
    ON CONFLICT (ark) DO UPDATE SET
      who = CASE WHEN stored_object.version < excluded.version THEN excluded.who ELSE stored_object.who END,
      what = CASE WHEN stored_object.version < excluded.version THEN excluded.what ELSE stored_object.what END,
      "when" = CASE WHEN stored_object.version < excluded.version THEN excluded."when" ELSE stored_object."when" END,
      storage = excluded.storage, root = excluded.root,
      version = GREATEST(stored_object.version, excluded.version), updated_at = clock_timestamp()
    RETURNING id`;
  if (!object) throw new Error("stored_object gave no id");
  await tx.$executeRaw`
    INSERT INTO object_version (id, object_id, version, job_id, batch_id, file_count, size_bytes, inventory_sha256, submitter, created_at)
    VALUES (${record.versionId}, ${object.id}, ${record.version}, ${record.jobId}, ${record.batchId}, ${record.fileCount},
      ${record.sizeBytes}, ${record.inventorySha256}, ${record.submitter}, ${record.created})`;
  await addLocalIds(tx, object.id, record, record.localIds);
  return object.id;
}

/** Reserves an object for a failed job that goes on with it, and keeps what it stored, unless it has kept that itself. */
export async function claimForStorer(
  tx: Sql,
  { jobId, ark, stored }: { readonly jobId: string; readonly ark: string; readonly stored: object },
): Promise<void> {
  await tx.$executeRaw`UPDATE stored_object SET busy_job_id = ${jobId} WHERE ark = ${ark}`;
  await tx.$executeRaw`UPDATE job SET ark = COALESCE(ark, ${ark}), last_successful_state = 'Processing' WHERE id = ${jobId}`;
  await tx.$executeRaw`
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, 'store', ${JSON.stringify(stored)}::jsonb, fence FROM job WHERE id = ${jobId}
    ON CONFLICT (owner_id, step) DO NOTHING`;
}
