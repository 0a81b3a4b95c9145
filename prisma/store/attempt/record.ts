import type { SubmissionChange } from "../../../core/lane/submission.ts";
import type { Sql } from "../../sql.ts";
import {
  type SubmissionMove,
  standsAs,
  submissionColumns,
  submissionEvent,
} from "../batch/set-submission.ts";
import { type AttemptAnswer, settledBy } from "./answer.ts";

/** An answer that leaves its batch open, and how the batch stands after it. */
export type Recorded = AttemptAnswer & {
  readonly batchId: string;
  readonly laneId: string;
  readonly from: SubmissionMove["from"];
  readonly change: SubmissionChange & { readonly halt: null };
  readonly actor: string;
};

/**
 * Records an attempt's answer and how its batch stands after it, in one statement, under the lane's claim. For answers
 * after which the batch is open and the lane goes on. @returns whether it counts; if not, nothing was written
 */
export async function recordAnswer(tx: Sql, { change, from, ...answer }: Recorded): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH claim AS (
      SELECT id FROM lane
      WHERE id = ${answer.laneId} AND fence = ${answer.fence} AND lease_owner IS NOT NULL
      FOR UPDATE
    ), stands AS (
      SELECT batch.id FROM batch JOIN claim ON claim.id = batch.lane_id
      WHERE batch.id = ${answer.batchId} AND ${standsAs(from)}
      FOR UPDATE OF batch
    ), answered AS (
      UPDATE attempt SET answered_at = clock_timestamp(), outcome = ${answer.outcome},
        http_status = ${answer.httpStatus}, ledger_code = ${answer.ledgerCode}, message = ${answer.message}, ${settledBy(answer)}
      FROM stands
      WHERE attempt.id = ${answer.attemptId} AND attempt.batch_id = stands.id AND answered_at IS NULL
      RETURNING attempt.batch_id
    ), changed AS (
      UPDATE batch SET ${submissionColumns(change)} FROM answered WHERE batch.id = answered.batch_id
      RETURNING batch.id
    ), told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code)
      SELECT ${submissionEvent({ from, change, actor: answer.actor })} FROM changed
      WHERE ${from.status !== change.status}
    )
    SELECT id FROM changed`;
  return rows.length === 1;
}
