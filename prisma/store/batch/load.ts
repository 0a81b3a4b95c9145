import type { BatchState } from "../../../core/batch/states.ts";
import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { Sql } from "../../sql.ts";

/** A batch as its worker needs it. Sizes in bytes. */
export type BatchRecord = {
  readonly id: string;
  readonly state: BatchState;
  readonly collectionId: string;
  readonly collection: string;
  readonly profileVersionId: string;
  readonly settings: unknown;
  readonly kind: PayloadKind;
  readonly deposit: unknown;
  readonly update: boolean;
  readonly submitter: string;
  readonly payloadFilename: string;
  readonly payloadPath: string | null;
  readonly payloadSize: bigint;
  readonly payloadSha256: string;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly expandedAt: Date | null;
  readonly openJobs: boolean;
  readonly errorCode: string | null;
};

/** Loads a batch with its pinned profile and whether jobs are open. */
export async function loadBatch(tx: Sql, batchId: string): Promise<BatchRecord | undefined> {
  const [batch] = await tx.$queryRaw<BatchRecord[]>`
    SELECT batch.id, batch.state, batch.collection_id AS "collectionId", collection.slug AS collection,
      batch.profile_version_id AS "profileVersionId", profile.settings, batch.kind, batch.deposit, batch.update,
      batch.submitter, batch.payload_filename AS "payloadFilename", batch.payload_path AS "payloadPath",
      batch.payload_size AS "payloadSize", batch.payload_sha256 AS "payloadSha256", batch.digest_type AS "digestType",
      batch.digest_value AS "digestValue", batch.expanded_at AS "expandedAt", batch.error_code AS "errorCode",
      EXISTS (SELECT 1 FROM job WHERE batch_id = batch.id AND job.state NOT IN ('Completed', 'Failed', 'Deleted')) AS "openJobs"
    FROM batch
    JOIN collection ON collection.id = batch.collection_id
    JOIN profile_version AS profile ON profile.id = batch.profile_version_id
    WHERE batch.id = ${batchId}`;
  return batch;
}
