import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { INTAKE_OPEN } from "../intake/is-open-sql.ts";

export type NewAttempt = {
  readonly laneId: string;
  readonly batchId: string;
  readonly fence: bigint;
  readonly instance: string;
  /** How the batch stood when it was chosen; anything else means that somebody was here. */
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly postTimeoutMs: number;
  readonly settleMs: number;
};

/** An attempt written down; its number is its id. `tries`: this one included. */
export type BegunAttempt = { readonly id: bigint; readonly tries: number; readonly state: BatchState };

/** The attempt's row, for the batch in a CTE `taken`. */
export function newAttempt({
  fence,
  instance,
  postTimeoutMs,
  settleMs,
}: Pick<NewAttempt, "fence" | "instance" | "postTimeoutMs" | "settleMs">): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO attempt (lane_id, batch_id, fence, instance, deadline_at, settles_at)
    SELECT lane_id, id, ${fence}, ${instance},
      clock_timestamp() + ${postTimeoutMs} * interval '1 millisecond',
      clock_timestamp() + ${postTimeoutMs + settleMs} * interval '1 millisecond'
    FROM taken`;
}

/**
 * Writes down that a batch is about to be handed over, while the claim is held and lives longer than the call can take,
 * and gives the batch to the submitter. One statement. @returns undefined when the claim or the batch is somebody else's
 */
export async function beginAttempt(tx: Sql, attempt: NewAttempt): Promise<BegunAttempt | undefined> {
  const { postTimeoutMs, settleMs } = attempt;
  const [begun] = await tx.$queryRaw<BegunAttempt[]>`
    WITH claim AS (
      SELECT id FROM lane
      WHERE id = ${attempt.laneId} AND fence = ${attempt.fence} AND lease_owner IS NOT NULL
        AND lease_last > clock_timestamp() + ${postTimeoutMs + settleMs} * interval '1 millisecond'
        AND held_at IS NULL AND halted_at IS NULL
      FOR UPDATE
    ), taken AS (
      UPDATE batch SET submitted = true, tries = tries + 1, retry_at = NULL
      FROM claim
      WHERE batch.id = ${attempt.batchId} AND batch.lane_id = claim.id AND submitted = ${attempt.submitted}
        AND submission_status IS NOT DISTINCT FROM ${attempt.status}::submission_status
        AND NOT unresolved AND (state = 'Processing' OR (state = 'Pending' AND ${INTAKE_OPEN}))
      RETURNING batch.id, batch.lane_id, batch.tries, batch.state
    ), begun AS (
      ${newAttempt(attempt)} RETURNING id
    )
    SELECT begun.id, taken.tries, taken.state FROM begun, taken`;
  return begun;
}
