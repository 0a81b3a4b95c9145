import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { WaybillError } from "../../../core/errors.ts";
import type { SubmissionChange } from "../../../core/lane/submission.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { STATUS_IS } from "../states-sql.ts";

export type SubmissionMove = {
  readonly batchId: string;
  readonly laneId: string;
  /** The fence of the lane's claim; null: a person acts, whoever holds the claim. */
  readonly fence: bigint | null;
  /** The batch's standing when the change was decided. */
  readonly from: { readonly submitted: boolean; readonly status: SubmissionStatus | null };
  readonly change: SubmissionChange;
  readonly actor: string;
  readonly reason?: string;
};

/** The columns a change of submission writes. */
export function submissionColumns(change: SubmissionChange): Prisma.Sql {
  const { retryInMs, delayedInMs } = change;
  return Prisma.sql`
    submitted = ${change.submitted},
    submission_status = ${change.status}::submission_status,
    unresolved = ${change.unresolved},
    tries = ${change.tries},
    retry_at = CASE WHEN ${retryInMs === "keep"}::boolean THEN retry_at
      ELSE clock_timestamp() + ${retryInMs === "keep" ? null : retryInMs}::float8 * interval '1 millisecond' END,
    delayed_until = CASE WHEN ${delayedInMs === "until_retry"}::boolean THEN retry_at
      ELSE clock_timestamp() + ${delayedInMs === "until_retry" ? null : delayedInMs}::float8 * interval '1 millisecond' END,
    next_check_at = clock_timestamp() + ${change.nextCheckInMs}::float8 * interval '1 millisecond',
    checks = ${change.checks},
    unknown_since = CASE ${change.unknown} WHEN 'since_now' THEN clock_timestamp() WHEN 'keep' THEN unknown_since END,
    unknown_count = ${change.unknownCount},
    forgotten_count = forgotten_count + ${change.forgotten ? 1 : 0},
    forgotten_at = CASE WHEN ${change.forgotten} THEN clock_timestamp() ELSE forgotten_at END,
    accepted_at = CASE ${change.accepted} WHEN 'now' THEN clock_timestamp() WHEN 'keep' THEN accepted_at END,
    valid_since = CASE ${change.valid} WHEN 'since_now' THEN clock_timestamp() WHEN 'keep' THEN valid_since END,
    ledger_message = COALESCE(${change.message}, ledger_message),
    ledger_invalid = COALESCE(${change.invalid && JSON.stringify(change.invalid)}::jsonb, ledger_invalid)`;
}

/** The event of a change, to be selected from the rows changed, with the columns of a move's event. */
export function submissionEvent({ from, change, actor, reason }: Told): Prisma.Sql {
  const before = from.status ?? (from.submitted ? "submitting" : null);
  const after = change.status ?? (change.submitted ? "submitting" : "none");
  return Prisma.sql`'batch.submission', id, ${before}, ${after}, ${actor}, ${reason ?? change.message}, NULL, collection_id`;
}

type Told = Pick<SubmissionMove, "from" | "change" | "actor" | "reason">;

/** A condition: the batch stands as it did when the change was decided, and is not final. */
export function standsAs({ submitted, status }: SubmissionMove["from"]): Prisma.Sql {
  return Prisma.sql`submitted = ${submitted}
    AND submission_status IS NOT DISTINCT FROM ${status}::submission_status
    AND (submission_status IS NULL OR submission_status NOT IN ${STATUS_IS.final})`;
}

/**
 * The one function that changes a batch's submission, except for recording an answer and ending a batch as the next one
 * begins (attempt/answer.ts, attempt/serial.ts), which write the same columns. A compare-and-swap under the lane's fence; the same
 * statement writes the event and halts the lane if need be. A final status never changes.
 * @returns whether it was changed
 */
export async function setSubmission(tx: Sql, move: SubmissionMove): Promise<boolean> {
  const { change, from } = move;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH claim AS (
      SELECT id FROM lane WHERE id = ${move.laneId}
        AND (${move.fence}::bigint IS NULL OR (fence = ${move.fence}::bigint AND lease_owner IS NOT NULL))
      FOR UPDATE
    ), changed AS (
      UPDATE batch SET ${submissionColumns(change)}
      FROM claim
      WHERE batch.id = ${move.batchId} AND batch.lane_id = claim.id AND ${standsAs(from)}
      RETURNING batch.id, batch.lane_id, batch.collection_id
    ), told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code, collection_id)
      SELECT ${submissionEvent(move)} FROM changed WHERE ${from.status !== change.status}
    ), touched AS (
      UPDATE lane SET
        touched = touched + ${move.fence === null ? 1 : 0},
        due_at = CASE WHEN ${move.fence === null} THEN clock_timestamp() ELSE due_at END,
        halted_at = CASE WHEN ${change.halt !== null} THEN COALESCE(halted_at, clock_timestamp()) ELSE halted_at END,
        halted_reason = CASE WHEN ${change.halt !== null} AND halted_at IS NULL THEN ${change.halt} ELSE halted_reason END
      FROM changed WHERE lane.id = changed.lane_id AND (${change.halt !== null} OR ${move.fence === null})
    )
    SELECT id FROM changed`;
  return rows.length === 1;
}

type Stop = {
  readonly batchId: string;
  readonly fence: bigint;
  readonly state: BatchState;
  readonly why: string;
};

/**
 * Stops a batch in its state until a person acts: its lease is given back and nothing makes it due. Its serial lane
 * stays locked; its existing jobs go on. @throws WaybillError `stale_state`: the lease is lost
 */
export async function stopBatch(tx: Sql, { batchId, fence, state, why }: Stop): Promise<void> {
  const stopped = await tx.$executeRaw`
    WITH stopped AS (
      UPDATE batch SET stopped_at = clock_timestamp(), wait_reason = ${why}, due_at = NULL, lease_owner = NULL, lease_until = NULL
      WHERE id = ${batchId} AND fence = ${fence} AND state = ${state}::batch_state AND stopped_at IS NULL
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason, code)
    SELECT 'batch.stopped', id, 'Waybill', ${why}, 'worker_killed' FROM stopped`;
  if (stopped === 0)
    throw new WaybillError("stale_state", "The batch is no longer this worker's; look again.");
}

/** The batch goes on as if no worker had died over it. */
const GOES_ON = Prisma.sql`stopped_at = NULL, wait_reason = NULL, kills = 0, due_at = clock_timestamp()`;

type Said = { readonly actor: string; readonly reason: string };

/** Resumes a batch that stands still where it stopped; its jobs stay. @returns whether it stood still */
export async function resumeStopped(tx: Sql, batchId: string, { actor, reason }: Said): Promise<boolean> {
  const resumed = await tx.$executeRaw`
    WITH resumed AS (
      UPDATE batch SET ${GOES_ON} WHERE id = ${batchId} AND stopped_at IS NOT NULL RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason) SELECT 'batch.resumed', id, ${actor}, ${reason} FROM resumed`;
  return resumed > 0;
}

/**
 * Gives up the remaining jobs of a batch that stands still: once its existing jobs have ended, it is reported and ends
 * as Failed. `message`: the message of its fault. @returns whether it stood still
 */
export async function giveUpStopped(
  tx: Sql,
  batchId: string,
  { actor, reason, message }: Said & { readonly message: string },
): Promise<boolean> {
  const given = await tx.$executeRaw`
    WITH given AS (
      UPDATE batch SET ${GOES_ON}, expanded_at = clock_timestamp(), error_code = 'given_up', error_message = ${message}
      WHERE id = ${batchId} AND stopped_at IS NOT NULL AND state = 'Processing'
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason, code)
    SELECT 'batch.given-up', id, ${actor}, ${reason}, 'given_up' FROM given`;
  return given > 0;
}

/**
 * Resumes batches that stand still although fewer than `kills` workers have died over them: a worker that counted as
 * dead was only paused, and has reported back. A locked batch is left to the next call. @returns how many
 */
export async function resumeWronglyStopped(tx: Sql, kills: number): Promise<number> {
  return tx.$executeRaw`
    WITH resumed AS (
      UPDATE batch SET ${GOES_ON}
      WHERE id IN (
        SELECT id FROM batch WHERE stopped_at IS NOT NULL AND kills < ${kills} FOR NO KEY UPDATE OF batch SKIP LOCKED)
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason)
    SELECT 'batch.resumed', id, 'Waybill', 'A worker that counted as dead was only paused.' FROM resumed`;
}
