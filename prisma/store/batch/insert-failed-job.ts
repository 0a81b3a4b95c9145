import type { Sql } from "../../sql.ts";
import type { Fault } from "../job/move.ts";
import { ENDED_COLUMNS, INSERT_CALLBACKS } from "../outbox/callbacks-sql.ts";
import type { NewJob } from "./insert-jobs.ts";

/**
 * Makes a job that is Failed from birth: its payload cannot be trusted, so there is nothing to resume. Its callback is
 * written by the same statement.
 * Source: docs/reference/states.md, "Job", births. Nothing happens when the batch's lease is lost or the job exists.
 */
export async function insertFailedJob(
  tx: Sql,
  batch: {
    readonly batchId: string;
    readonly fence: bigint;
    readonly submitter: string;
    readonly update: boolean;
  },
  job: NewJob,
  fault: Fault,
): Promise<void> {
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
