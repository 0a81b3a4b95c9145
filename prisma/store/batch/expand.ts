import type { Problem } from "../../../core/errors.ts";
import { TURN } from "../../../core/job/turn.ts";
import type { Sql } from "../../sql.ts";
import type { Fault } from "../job/move.ts";
import { ENDED_COLUMNS, INSERT_CALLBACKS } from "../outbox/callback.ts";
import type { WarningStep } from "../step.ts";

const ROW_STEP = "read-row" satisfies WarningStep;

/**
 * A job to create. `file`: the file it fetches, if it is a single file; a manifest's files follow later.
 * `payloadSealed`: the address with its credentials, sealed; null: it has none. A single file's row has the same two
 * values.
 */
export type NewJob = {
  readonly id: string;
  readonly ordinal: number;
  readonly payload: "file" | "manifest" | "container";
  readonly payloadUrl: string | null;
  readonly payloadSealed: string | null;
  readonly payloadSize: number | null;
  readonly filename: string;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly mediaType: string | null;
  readonly priority: number;
  readonly localIds: readonly string[];
  readonly suppliedArk: string | null;
  readonly creator: string | null;
  readonly title: string | null;
  readonly date: string | null;
  /** Warnings about the row it is made from. */
  readonly warnings: readonly Problem[];
  /** The line of that row; null: none. */
  readonly line: number | null;
};

/** A batch whose jobs are being made, with the fence of its lease. */
type LeasedBatch = {
  readonly batchId: string;
  readonly fence: bigint;
  readonly submitter: string;
  readonly update: boolean;
};

/**
 * Creates jobs of a batch, with their first events and, for single files, their file rows. Existing rows (by place) are
 * left alone, so that an interrupted expansion can simply run again. At most a few thousand at a time.
 * @returns how many were created; 0 when the lease on the batch is lost
 */
export async function insertJobs(tx: Sql, batch: LeasedBatch, jobs: readonly NewJob[]): Promise<number> {
  return tx.$executeRaw`
    WITH new AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) AS new (
        id text, ordinal int, payload text, "payloadUrl" text, "payloadSealed" text, "payloadSize" bigint, filename text, "digestType" text,
        "digestValue" text, "mediaType" text, priority int, "localIds" jsonb, "suppliedArk" text, creator text, title text, date text, warnings jsonb, line int)
    ), batch_held AS (
      SELECT id, collection_id FROM batch WHERE id = ${batch.batchId} AND fence = ${batch.fence} FOR SHARE
    ), made AS (
      INSERT INTO job (id, batch_id, collection_id, ordinal, payload, payload_url, payload_sealed, payload_size, filename, digest_type, digest_value,
        media_type, priority, local_ids, supplied_ark, creator, title, date, update, submitter, due_at, turn_at)
      SELECT new.id, batch_held.id, batch_held.collection_id, new.ordinal, new.payload::job_payload, new."payloadUrl", new."payloadSealed", new."payloadSize", new.filename,
        new."digestType", new."digestValue", new."mediaType", new.priority,
        ARRAY(SELECT jsonb_array_elements_text(new."localIds")), new."suppliedArk", new.creator, new.title, new.date,
        ${batch.update}, ${batch.submitter}, clock_timestamp(),
        clock_timestamp() + (new.priority * ${TURN.pointMs}::int + (new.ordinal - 1) * ${TURN.jobMs}::int) * interval '1 millisecond'
      FROM batch_held, new
      ON CONFLICT (batch_id, ordinal) DO NOTHING
      RETURNING id, batch_id, payload, payload_url, payload_sealed, payload_size, filename, digest_type, digest_value, media_type
    ), files AS (
      INSERT INTO job_file (job_id, ordinal, line, name, url, url_sealed, digest_type, digest_value, declared_size, declared_media_type)
      SELECT made.id, 1, new.line, made.filename, payload_url, payload_sealed, digest_type, digest_value, payload_size, media_type
      FROM made JOIN new ON new.id = made.id WHERE made.payload = 'file'
    ), odd AS (
      INSERT INTO step_result (owner_id, step, result, fence)
      SELECT made.id, ${ROW_STEP}, jsonb_build_object('warnings', new.warnings, 'warningCount', jsonb_array_length(new.warnings)), 0
      FROM made JOIN new ON new.id = made.id WHERE new.warnings <> '[]'
    )
    INSERT INTO event (kind, batch_id, job_id, collection_id, "to", actor)
    SELECT 'job.accepted', batch_id, made.id, collection_id, 'Pending', 'Waybill' FROM made, batch_held`;
}

/**
 * Creates a job that is Failed from birth: its payload cannot be trusted, so there is nothing to resume. The same
 * statement writes its callback. Source: docs/reference/states.md, "Job", births. Nothing happens when the batch's
 * lease is lost or the job exists.
 */
export async function insertFailedJob(tx: Sql, batch: LeasedBatch, job: NewJob, fault: Fault): Promise<void> {
  await tx.$executeRaw`
    WITH batch_held AS (
      SELECT id FROM batch WHERE id = ${batch.batchId} AND fence = ${batch.fence} FOR SHARE
    ), ended AS (
      INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, local_ids, supplied_ark, creator, title,
        date, update, submitter, payload_trusted, error_code, error_message, problems, ended_at)
      SELECT ${job.id}, id, ${job.ordinal}, 'Failed', ${job.payload}::job_payload, ${job.filename}, ${job.priority},
        ${[...job.localIds]}::text[], ${job.suppliedArk}, ${job.creator}, ${job.title}, ${job.date}, ${batch.update},
        ${batch.submitter}, false, ${fault.code}, ${fault.message}, ${JSON.stringify(fault.problems ?? [])}::jsonb,
        clock_timestamp()
      FROM batch_held
      ON CONFLICT (batch_id, ordinal) DO NOTHING
      RETURNING ${ENDED_COLUMNS}
    ), called AS (${INSERT_CALLBACKS})
    INSERT INTO event (kind, batch_id, job_id, "to", actor, reason, code)
    SELECT 'job.accepted', batch_id, id, 'Failed', 'Waybill', ${fault.message}, ${fault.code} FROM ended`;
}

/** Records that all jobs of a batch exist, and ends its wait. From now on the batch can end when its jobs do. */
export async function markExpanded(tx: Sql, batchId: string, fence: bigint): Promise<boolean> {
  const marked = await tx.$executeRaw`
    UPDATE batch SET expanded_at = clock_timestamp(), wait_reason = NULL WHERE id = ${batchId} AND fence = ${fence} AND expanded_at IS NULL`;
  return marked > 0;
}
