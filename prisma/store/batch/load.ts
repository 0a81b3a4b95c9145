import type { BatchState } from "../../../core/batch/states.ts";
import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { QueuedBatch } from "../../../core/merritt/queue-state.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { BATCH_IS, JOB_IS } from "../states-sql.ts";
import { type Reach, within } from "../within.ts";

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
      EXISTS (SELECT 1 FROM job WHERE batch_id = batch.id AND job.state NOT IN ${JOB_IS.ended}) AS "openJobs"
    FROM batch
    JOIN collection ON collection.id = batch.collection_id
    JOIN profile_version AS profile ON profile.id = batch.profile_version_id
    WHERE batch.id = ${batchId}`;
  return batch;
}

/** Batches within reach that have not ended, oldest first, at most `limit`. */
export async function listOpenBatches(tx: Sql, reach: Reach, limit: number): Promise<QueuedBatch[]> {
  return tx.$queryRaw<QueuedBatch[]>`
    SELECT batch.id, batch.state, batch.created_at AS "createdAt", collection.slug AS collection,
      batch.payload_filename AS filename, batch.submitter, batch.kind, batch.deposit ->> 'title' AS title,
      batch.deposit ->> 'creator' AS creator, batch.deposit ->> 'date' AS date,
      batch.deposit ->> 'localIdentifier' AS "localId"
    FROM batch JOIN collection ON collection.id = batch.collection_id
    WHERE batch.state IN ${BATCH_IS.open}
      AND ${within(Prisma.sql`batch.collection_id`, reach)}
    ORDER BY batch.created_at, batch.id
    LIMIT ${limit}`;
}

/** A batch's state and the collection it belongs to. */
export async function findStanding(
  tx: Sql,
  batchId: string,
): Promise<{ readonly state: BatchState; readonly collectionId: string } | undefined> {
  const [batch] = await tx.$queryRaw<{ state: BatchState; collectionId: string }[]>`
    SELECT state, collection_id AS "collectionId" FROM batch WHERE id = ${batchId}`;
  return batch;
}

/** The collection a batch belongs to, which decides who may see it. */
export async function findCollectionOfBatch(tx: Sql, batchId: string): Promise<string | undefined> {
  const [batch] = await tx.$queryRaw<{ collectionId: string }[]>`
    SELECT collection_id AS "collectionId" FROM batch WHERE id = ${batchId}`;
  return batch?.collectionId;
}

/** The collections of batches and jobs by their ids, at most some hundreds. Unknown ids are left out. */
export async function collectionsOf(
  tx: Sql,
  batchIds: readonly string[],
  jobIds: readonly string[],
): Promise<{ id: string; collectionId: string }[]> {
  return tx.$queryRaw<{ id: string; collectionId: string }[]>`
    SELECT id, collection_id AS "collectionId" FROM batch WHERE id = ANY(${[...batchIds]}::text[])
    UNION ALL
    SELECT job.id, batch.collection_id FROM job JOIN batch ON batch.id = job.batch_id
    WHERE job.id = ANY(${[...jobIds]}::text[])`;
}
