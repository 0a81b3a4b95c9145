import type { BatchState } from "../../../core/batch/states.ts";
import type { MintedRecord } from "../../../core/identifier/ark-standing.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { JobPayload } from "../../../core/manifest/kinds.ts";
import type { MadeVersion } from "../../../core/report/version-words.ts";
import type { Sql } from "../../sql.ts";
import { JOB_HOLDS, type KeptJobHolds, readJobHolds } from "../hold/job-holds.ts";
import type { JobListRow } from "./list-rows.ts";

/**
 * A job as its own page shows it. Sizes in bytes. `objectId`: the object it wrote or will write, where one is known;
 * `embargoUntil`: as it stored it, else as the object stands; `minted`: how its ARK was minted or is being.
 */
export type JobViewRow = JobListRow & {
  readonly collectionId: string;
  readonly collectionName: string;
  readonly batchState: BatchState;
  readonly payload: JobPayload;
  readonly payloadUrl: string | null;
  readonly payloadSize: bigint | null;
  readonly received: bigint;
  readonly lastSuccessfulState: JobState | null;
  readonly payloadTrusted: boolean;
  readonly workingDirectory: string | null;
  readonly retryCount: number;
  readonly priority: number;
  readonly submitter: string;
  readonly creator: string | null;
  readonly date: string | null;
  readonly endedAt: Date | null;
  readonly spaceNeeded: bigint;
  readonly spaceReserved: bigint;
  readonly objectId: string | null;
  readonly embargoUntil: Date | null;
  readonly minted: MintedRecord | null;
  readonly update: boolean;
  readonly payloadVersion: number;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly resourceToProvision: string | null;
  /** The version it made, with what that took away. */
  readonly made: MadeVersion | null;
};

export async function findJobView(tx: Sql, jobId: string): Promise<JobViewRow | undefined> {
  const [row] = await tx.$queryRaw<KeptJobHolds<JobViewRow>[]>`
    SELECT job.id, job.batch_id AS "batchId", job.ordinal, collection.slug AS collection, job.state,
      job.state_at AS "stateAt", job.created_at AS "createdAt", job.filename, job.title, COALESCE(job.local_ids, '{}') AS "localIds",
      job.ark, job.wait_code AS "waitCode", job.wait_reason AS "waitReason", job.error_code AS "errorCode", job.error_message AS "errorMessage",
      job.problems, batch.created_at AS "batchCreatedAt", batch.collection_id AS "collectionId",
      collection.name AS "collectionName", batch.state AS "batchState", job.payload, job.payload_url AS "payloadUrl", job.payload_size AS "payloadSize", job.received,
      job.last_successful_state AS "lastSuccessfulState", job.payload_trusted AS "payloadTrusted",
      job.working_directory AS "workingDirectory", job.retry_count AS "retryCount", job.priority, job.submitter,
      job.creator, job.date, job.ended_at AS "endedAt", job.space_needed AS "spaceNeeded",
      job.space_reserved AS "spaceReserved",
      job.update, job.payload_version AS "payloadVersion", job.digest_type AS "digestType",
      job.digest_value AS "digestValue", job.resource_to_provision AS "resourceToProvision",
      stored_object.id AS "objectId",
      CASE WHEN stored.result -> 'embargoUntil' IS NULL THEN stored_object.embargo_until
        ELSE (stored.result ->> 'embargoUntil')::timestamptz END AS "embargoUntil",
      COALESCE(
        (SELECT jsonb_build_object('minter', minter, 'status', status) FROM minted_ark WHERE ark = job.ark),
        (SELECT jsonb_build_object('minter', minter, 'status', status) FROM minted_ark WHERE job_id = job.id AND job.ark IS NULL)
      ) AS minted,
      (SELECT jsonb_build_object('version', version, 'replaced', own_changed, 'removed', own_removed)
        FROM object_version WHERE job_id = job.id) AS made, ${JOB_HOLDS}
    FROM job
    JOIN batch ON batch.id = job.batch_id
    JOIN collection ON collection.id = batch.collection_id
    LEFT JOIN stored_object ON stored_object.id = COALESCE(
      (SELECT object_id FROM object_version WHERE job_id = job.id),
      (SELECT id FROM stored_object WHERE ark = job.ark AND version > 0 AND collection_id = batch.collection_id))
    LEFT JOIN step_result AS stored ON stored.owner_id = job.id AND stored.step = 'store'
    WHERE job.id = ${jobId}`;
  return row && readJobHolds(row);
}
