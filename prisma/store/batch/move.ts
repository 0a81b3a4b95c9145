import type { DeletableBatch } from "../../../core/batch/deletable.ts";
import {
  BATCH_ENDED,
  BATCH_WORKED,
  type BatchState,
  canMoveBatch,
  SUBMISSION_AFTER,
  type SubmissionStatus,
} from "../../../core/batch/states.ts";
import { WaybillError } from "../../../core/errors.ts";
import type { Mover } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { Fault } from "../job/move.ts";
import { JOB_IS, STATUS_IS } from "../states-sql.ts";

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

const ENDED: readonly BatchState[] = BATCH_ENDED;
/** States in which the batch itself, not just its jobs, needs a worker. */
const WORKS: readonly BatchState[] = BATCH_WORKED;

/** Moves after which its lane may have work; a ledger batch leaves its lane before it ends. */
function wakesLane({ from, to }: Pick<BatchMove, "from" | "to">): Prisma.Sql {
  const isOver = ENDED.includes(to) && to !== "Deleted";
  return Prisma.sql`(${from === "Held" || to === "Deleted"}::boolean OR (${isOver}::boolean AND moved.kind <> 'LedgerBatch'))`;
}

/** A released batch waits for its turn; only its lane's worker begins it. */
function isReleased({ from, to }: Pick<BatchMove, "from" | "to">): boolean {
  return from === "Held" && to === "Processing";
}

/** A batch that failed at Processing still needs its report. */
function hasWork({ from, to }: Pick<BatchMove, "from" | "to">): boolean {
  if (isReleased({ from, to })) return false;
  return WORKS.includes(to) || (from === "Processing" && to === "Failed");
}

/** A person's hold on the batch ends at its release, and once all its jobs have ended. */
const ITS_HOLD_ENDS = Prisma.sql`held_at = NULL, held_by = NULL, held_reason = NULL, held_until = NULL,`;

/** A further report does not change the time of its end; only jobs that ran again do. */
function endedAt({ from, to }: Pick<BatchMove, "from" | "to">): Prisma.Sql {
  if (to === "UpdateReporting") return Prisma.sql`batch.ended_at`;
  if (!ENDED.includes(to)) return Prisma.sql`NULL`;
  if (from !== "UpdateReporting") return Prisma.sql`clock_timestamp()`;
  return Prisma.sql`GREATEST(batch.ended_at, (SELECT max(job.ended_at) FROM job WHERE job.batch_id = batch.id))`;
}

/** The columns a move writes; not those of the submission, which has its own rules. */
export function moveColumns(move: Omit<BatchMove, "batchId">): Prisma.Sql {
  const { to, fault } = move;
  const works = hasWork(move);
  const keepsLease = works && move.fence !== undefined;
  const problems = fault?.problems?.length ? JSON.stringify(fault.problems) : null;
  return Prisma.sql`
    ${to === "Held" ? Prisma.empty : ITS_HOLD_ENDS}
    state = ${to}::batch_state,
    state_at = clock_timestamp(),
    error_code = COALESCE(${fault?.code ?? null}, error_code),
    error_message = COALESCE(${fault?.message ?? null}, error_message),
    problems = COALESCE(${problems}::jsonb, problems),
    wait_reason = ${to === "Held" ? (move.reason ?? null) : null},
    ended_at = ${endedAt(move)},
    kills = 0,
    stopped_at = NULL,
    due_at = CASE WHEN ${works}::boolean AND NOT (kind = 'LedgerBatch' AND ${to === "Processing"}::boolean) THEN clock_timestamp() END,
    lease_owner = CASE WHEN ${keepsLease}::boolean THEN lease_owner END,
    lease_until = CASE WHEN ${keepsLease}::boolean THEN lease_until END`;
}

/** A move's event, to be selected from the rows moved: `kind, batch_id, "from", "to", actor, reason, code, collection_id`. */
export function moveEvent({ from, to, actor, reason, fault }: Omit<BatchMove, "batchId">): Prisma.Sql {
  return Prisma.sql`'batch.moved', id, ${from}, ${to}, ${actor}, ${reason ?? fault?.message ?? null}, ${fault?.code ?? null}, collection_id`;
}

/** @throws WaybillError `illegal_move` */
export function checkMove({ from, to, by }: Pick<BatchMove, "from" | "to" | "by">): void {
  if (!canMoveBatch(from, to, by))
    throw new WaybillError("illegal_move", `A batch cannot go from ${from} to ${to}.`);
}

/**
 * The one function that changes a batch's state, except for a ledger batch that ends as the next one begins
 * (attempt/serial.ts, which writes the same columns). A compare-and-swap on state (and fence); the same statement
 * writes the event, and it wakes the lane if that may go on. Re-running a failed batch does not change its submission,
 * nor does a release, nor anything once the submission is final. Moves of a ledger batch never change its submission,
 * and it has no jobs to make.
 * @throws WaybillError `illegal_move` or `stale_state`, as moveJob
 */
export async function moveBatch(tx: Sql, move: BatchMove): Promise<void> {
  const { batchId, from } = move;
  const fence = move.fence ?? null;
  const moved = await moveBatches(
    tx,
    move,
    Prisma.sql`id = ${batchId} AND state = ${from}::batch_state AND (${fence}::bigint IS NULL OR fence = ${fence}::bigint)`,
  );
  if (moved.length === 0)
    throw new WaybillError("stale_state", `The batch is no longer ${from}; look again.`);
}

/**
 * The same move for all batches that match `which`, in one statement; events are in the order of places. `which` must
 * require the state the move starts from.
 * @returns their ids, in no particular order. @throws WaybillError `illegal_move`
 */
export async function moveBatches(
  tx: Sql,
  move: Omit<BatchMove, "batchId">,
  which: Prisma.Sql,
): Promise<string[]> {
  const { from, to } = move;
  checkMove(move);
  const submission: SubmissionStatus | null =
    from === "UpdateReporting" || isReleased(move)
      ? null
      : ((SUBMISSION_AFTER as Partial<Record<BatchState, SubmissionStatus>>)[to] ?? null);
  const moved = await tx.$queryRaw<{ id: string }[]>`
    WITH moved AS (
      UPDATE batch SET ${moveColumns(move)},
        submitted = submitted OR (kind <> 'LedgerBatch' AND ${submission === "Pending"}),
        submission_status = CASE
          WHEN kind = 'LedgerBatch' OR submission_status IN ${STATUS_IS.final}
            THEN submission_status
          ELSE COALESCE(${submission}::submission_status, submission_status) END
      WHERE ${which}
      RETURNING id, collection_id, lane_id, lane_seq, kind
    ), woken AS (
      UPDATE lane SET touched = touched + 1, due_at = clock_timestamp()
      FROM moved WHERE ${wakesLane(move)} AND lane.id = moved.lane_id
    ), told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code, collection_id)
      SELECT ${moveEvent(move)} FROM moved ORDER BY lane_seq
    )
    SELECT id FROM moved`;
  return moved.map(({ id }) => id);
}

/** A batch about to be deleted. `failed`, `held`: its jobs in those states, by place. */
export type LockedBatch = DeletableBatch & {
  readonly collectionId: string;
  readonly failed: readonly string[];
  readonly held: readonly string[];
};

/**
 * The facts for deciding on a batch's deletion. The batch and these jobs are locked until the transaction ends. Jobs
 * are counted after locking, so that one resumed at the same moment counts as open.
 */
export async function lockForDelete(tx: Sql, batchId: string): Promise<LockedBatch | undefined> {
  const [batch] = await tx.$queryRaw<Pick<LockedBatch, "state" | "kind" | "collectionId">[]>`
    SELECT state, kind, collection_id AS "collectionId" FROM batch WHERE id = ${batchId} FOR NO KEY UPDATE`;
  if (!batch) return undefined;
  const jobs = await tx.$queryRaw<{ id: string; state: string }[]>`
    SELECT id, state FROM job WHERE batch_id = ${batchId} AND state IN ${JOB_IS.deletable}
    ORDER BY ordinal FOR NO KEY UPDATE`;
  const [open] = await tx.$queryRaw<{ jobs: number }[]>`
    SELECT count(*)::int AS jobs FROM job
    WHERE batch_id = ${batchId} AND state NOT IN ${JOB_IS.ended} AND state <> 'Held'`;
  const idsIn = (state: string) => jobs.filter((job) => job.state === state).map(({ id }) => id);
  return { ...batch, openJobs: open?.jobs ?? 0, failed: idsIn("Failed"), held: idsIn("Held") };
}

/** The facts for deciding whether a batch may be cancelled, locked until the transaction ends. */
export type Cancellable = Pick<LockedBatch, "state" | "kind" | "collectionId"> & {
  readonly submitterId: string | null;
};

export async function lockForCancel(tx: Sql, batchId: string): Promise<Cancellable | undefined> {
  const [batch] = await tx.$queryRaw<Cancellable[]>`
    SELECT state, kind, collection_id AS "collectionId", submitter_id AS "submitterId"
    FROM batch WHERE id = ${batchId} FOR NO KEY UPDATE`;
  return batch;
}

/**
 * The facts for deciding on a batch that may stand still, locked until the transaction ends. `jobs`: how many it has.
 */
export type Standstill = {
  readonly collectionId: string;
  readonly state: BatchState;
  readonly isStopped: boolean;
  readonly errorCode: string | null;
  readonly jobs: number;
};

export async function lockStandstill(tx: Sql, batchId: string): Promise<Standstill | undefined> {
  const [batch] = await tx.$queryRaw<Standstill[]>`
    SELECT collection_id AS "collectionId", state, stopped_at IS NOT NULL AS "isStopped", error_code AS "errorCode",
      (SELECT count(*)::int FROM job WHERE job.batch_id = batch.id) AS jobs
    FROM batch WHERE id = ${batchId} FOR NO KEY UPDATE`;
  return batch;
}
