import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { INTAKE_OPEN } from "../hold/standing.ts";
import { GOING, QUEUED } from "../lane/rule.ts";

/**
 * Until when a call for `batch` may still take effect: a call under way, or one whose answer leaves that open. Null:
 * none. A call begun before the ledger said that it has the batch has taken effect: while a call may still take effect
 * nothing else is sent, so it was that call.
 */
export const EFFECT_UNTIL = Prisma.sql`(
  SELECT max(settles_at) FROM attempt
  WHERE attempt.batch_id = batch.id AND (answered_at IS NULL OR outcome IN ('ambiguous', 'lost'))
    AND attempt.begun_at >= COALESCE(batch.accepted_at, '-infinity'))`;

export type NewAttempt = {
  readonly laneId: string;
  readonly batchId: string;
  readonly fence: bigint;
  readonly instance: string;
  /** The batch's standing when it was chosen; if it differs, somebody else has changed it. */
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly postTimeoutMs: number;
  readonly settleMs: number;
};

/** A saved attempt; its number is its id. `tries`: including this one. */
export type BegunAttempt = { readonly id: bigint; readonly tries: number; readonly state: BatchState };

/** The attempt's row, for each batch in a CTE `taken`. */
export function newAttempt({
  fence,
  instance,
  postTimeoutMs,
  settleMs,
}: Pick<NewAttempt, "instance" | "postTimeoutMs" | "settleMs"> & {
  readonly fence: bigint | Prisma.Sql;
}): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO attempt (lane_id, batch_id, fence, instance, deadline_at, settles_at)
    SELECT lane_id, id, ${fence}, ${instance},
      clock_timestamp() + ${postTimeoutMs} * interval '1 millisecond',
      clock_timestamp() + ${postTimeoutMs + settleMs} * interval '1 millisecond'
    FROM taken`;
}

/** The claim has not finally expired. */
export const CLAIM_LIVES = Prisma.sql`lease_last > clock_timestamp()`;

/**
 * Postpones the claim's second expiry until the call for the batch in the CTE `taken` is cut off, if it would come
 * earlier: no claim ends during a call, however short claims are. A later effect of the call needs no claim.
 */
export function outlive({ postTimeoutMs }: Pick<NewAttempt, "postTimeoutMs">): Prisma.Sql {
  const over = Prisma.sql`clock_timestamp() + ${postTimeoutMs} * interval '1 millisecond'`;
  return Prisma.sql`
    UPDATE lane SET lease_last = ${over} FROM taken WHERE lane.id = taken.lane_id AND lane.lease_last < ${over}`;
}

/**
 * Records that a batch is about to be handed over, while the claim is held and the lane is not stopped, and gives the
 * batch to the submitter. A batch without a submitter must be allowed by the queuer at this moment, whatever the turn
 * has read. One statement. @returns undefined when the claim is lost or the batch must no longer be begun
 */
export async function beginAttempt(tx: Sql, attempt: NewAttempt): Promise<BegunAttempt | undefined> {
  const isNext = attempt.submitted
    ? Prisma.sql`true`
    : Prisma.sql`EXISTS (SELECT FROM ${QUEUED} AS queued WHERE queued.batch_id = ${attempt.batchId})`;
  const [begun] = await tx.$queryRaw<BegunAttempt[]>`
    WITH claim AS (
      SELECT id, backend, ordering, width, settings FROM lane
      WHERE id = ${attempt.laneId} AND fence = ${attempt.fence} AND lease_owner IS NOT NULL AND ${CLAIM_LIVES} AND ${GOING}
      FOR UPDATE
    ), taken AS (
      UPDATE batch SET submitted = true, tries = tries + 1, retry_at = NULL
      FROM claim AS lane
      WHERE batch.id = ${attempt.batchId} AND batch.lane_id = lane.id AND ${isNext} AND submitted = ${attempt.submitted}
        AND submission_status IS NOT DISTINCT FROM ${attempt.status}::submission_status
        AND NOT unresolved AND (state = 'Processing' OR (state = 'Pending' AND ${INTAKE_OPEN}))
      RETURNING batch.id, batch.lane_id, batch.tries, batch.state
    ), outlived AS (${outlive(attempt)}), begun AS (
      ${newAttempt(attempt)} RETURNING id
    )
    SELECT begun.id, taken.tries, taken.state FROM begun, taken`;
  return begun;
}
