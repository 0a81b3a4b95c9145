import {
  type BatchState,
  canMoveBatch,
  SUBMISSION_AFTER,
  type SubmissionStatus,
} from "../../../core/batch/states.ts";
import { QueueError } from "../../../core/errors.ts";
import type { Mover } from "../../../core/job/states.ts";
import type { Sql } from "../../sql.ts";
import type { Fault } from "../job/move.ts";

/** One move of one batch. `fence` as in moveJob. */
export type BatchMove = {
  readonly batchId: string;
  readonly from: BatchState;
  readonly to: BatchState;
  readonly by: Mover;
  readonly actor: string;
  readonly fence?: bigint;
  readonly reason?: string;
  readonly fault?: Fault;
};

const ENDED: readonly BatchState[] = ["Completed", "Failed", "Deleted"];
/** States in which the batch itself, not only its jobs, has work for a worker. */
const WORKS: readonly BatchState[] = ["Processing", "Reporting", "UpdateReporting"];

/** Moves after which its lane may have something to do. */
function wakesLane({ from, to }: BatchMove): boolean {
  return from === "Held" || ENDED.includes(to);
}

/** A batch that failed at Processing still has its report to come. */
function hasWork({ from, to }: BatchMove): boolean {
  return WORKS.includes(to) || (from === "Processing" && to === "Failed");
}

/**
 * The one function that changes a batch's state: a compare-and-swap on state (and fence), with the event row written by
 * the same statement; wakes the lane where that may go on. A batch re-run after it failed does not change what its lane
 * knows of it, nor does anything once its submission is final. Moves of a ledger's batch say nothing of its submission,
 * and there are no jobs to be made of it.
 * @throws QueueError `illegal_move` or `stale_state`, as moveJob
 */
export async function moveBatch(tx: Sql, move: BatchMove): Promise<void> {
  const { batchId, from, to, by } = move;
  if (!canMoveBatch(from, to, by))
    throw new QueueError("illegal_move", `A batch cannot go from ${from} to ${to}.`);
  const works = hasWork(move);
  const keepsLease = works && move.fence !== undefined;
  const submission: SubmissionStatus | null =
    from === "UpdateReporting"
      ? null
      : ((SUBMISSION_AFTER as Partial<Record<BatchState, SubmissionStatus>>)[to] ?? null);
  const fence = move.fence ?? null;
  const problems = move.fault?.problems?.length ? JSON.stringify(move.fault.problems) : null;
  const moved = await tx.$queryRaw<{ id: string }[]>`
    WITH moved AS (
      UPDATE batch SET
        state = ${to}::batch_state,
        state_at = clock_timestamp(),
        submitted = submitted OR (kind <> 'LedgerBatch' AND ${submission === "Pending"}),
        submission_status = CASE
          WHEN kind = 'LedgerBatch' OR submission_status IN ('Committed', 'Invalid', 'Rejected', 'Skipped')
            THEN submission_status
          ELSE COALESCE(${submission}::submission_status, submission_status) END,
        error_code = COALESCE(${move.fault?.code ?? null}, error_code),
        error_message = COALESCE(${move.fault?.message ?? null}, error_message),
        problems = COALESCE(${problems}::jsonb, problems),
        wait_reason = ${to === "Held" ? (move.reason ?? null) : null},
        ended_at = CASE WHEN ${ENDED.includes(to)} THEN clock_timestamp() END,
        kills = 0,
        due_at = CASE WHEN ${works} AND NOT (kind = 'LedgerBatch' AND ${to === "Processing"}) THEN clock_timestamp() END,
        lease_owner = CASE WHEN ${keepsLease} THEN lease_owner END,
        lease_until = CASE WHEN ${keepsLease} THEN lease_until END
      WHERE id = ${batchId} AND state = ${from}::batch_state AND (${fence}::bigint IS NULL OR fence = ${fence}::bigint)
      RETURNING id, lane_id
    ), woken AS (
      UPDATE lane SET touched = touched + 1, due_at = clock_timestamp()
      FROM moved WHERE ${wakesLane(move)} AND lane.id = moved.lane_id
    ), told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code)
      SELECT 'batch.moved', id, ${from}, ${to}, ${move.actor}, ${move.reason ?? move.fault?.message ?? null}, ${move.fault?.code ?? null}
      FROM moved
    )
    SELECT id FROM moved`;
  if (moved.length === 0) throw new QueueError("stale_state", `The batch is no longer ${from}; look again.`);
}
