import type { SubmissionChange } from "../../../core/lane/submission.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type SubmissionMove, standsAs, submissionColumns, submissionEvent } from "../batch/submission.ts";
import { claims, type Locked, standing } from "./claims.ts";

/** An answer as stored. `outcome`: accepted, busy, ambiguous, rejected, or lost. */
export type AttemptAnswer = {
  readonly attemptId: bigint;
  readonly fence: bigint;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly ledgerCode: string | null;
  readonly message: string | null;
  /** The call can no longer take effect. */
  readonly isOver: boolean;
};

/** The columns an answer writes. */
function answerColumns(answer: Omit<AttemptAnswer, "attemptId" | "fence">): Prisma.Sql {
  return Prisma.sql`
    answered_at = clock_timestamp(), outcome = ${answer.outcome}, http_status = ${answer.httpStatus},
    ledger_code = ${answer.ledgerCode}, message = ${answer.message}, ${settledBy(answer)}`;
}

/** When an answered call settles. */
function settledBy({ isOver }: Pick<AttemptAnswer, "isOver">): Prisma.Sql {
  return isOver
    ? Prisma.sql`settles_at = LEAST(settles_at, clock_timestamp())`
    : Prisma.sql`settles_at = settles_at`;
}

/**
 * Records an attempt's answer while the lane's claim is still the one under which it was made, or is now being
 * resolved.
 * @returns whether it counts
 */
export async function answerAttempt(tx: Sql, answer: AttemptAnswer): Promise<boolean> {
  const rows = await tx.$executeRaw`
    UPDATE attempt SET ${answerColumns(answer)}
    FROM lane
    WHERE attempt.id = ${answer.attemptId} AND answered_at IS NULL
      AND lane.id = attempt.lane_id AND lane.fence = ${answer.fence} AND lane.lease_owner IS NOT NULL`;
  return rows === 1;
}

/** Keeps a late answer alongside what was decided meanwhile, unless that is the same; it changes nothing. */
export async function keepLateAnswer(
  tx: Sql,
  { attemptId, fence: _, isOver: __, ...answer }: AttemptAnswer,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt SET late_answer = ${JSON.stringify(answer)}::jsonb
    WHERE id = ${attemptId} AND outcome IS DISTINCT FROM ${answer.outcome}`;
}

/** An answer that leaves its batch open, and the change to the batch. */
export type Recorded = AttemptAnswer & {
  readonly batchId: string;
  readonly laneId: string;
  readonly from: SubmissionMove["from"];
  readonly change: SubmissionChange & { readonly halt: null };
  readonly actor: string;
};

/**
 * `answered`: records the answer of the attempt `attemptId` of a batch in the CTE `stands`. Written so that the planner takes
 * the index of ids, not that of open attempts, which has thousands of dead rows in a busy hour.
 */
export function answering(
  answer: Omit<AttemptAnswer, "attemptId" | "fence">,
  attemptId: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`answered AS (
      UPDATE attempt SET ${answerColumns(answer)}
      FROM stands
      WHERE attempt.id = ${attemptId} AND attempt.batch_id = stands.id
        AND COALESCE(answered_at, 'infinity') = 'infinity'
      RETURNING attempt.batch_id
    )`;
}

/**
 * Records the answers of attempts and the changes to their batches, in one statement, under the claims of their lanes. For
 * answers that leave the batch open and the lane running. At most MOST_LANES, all alike but for their ids (alikeRecorded).
 * @returns for each in its place whether it counts; if not, nothing was written for it
 */
export async function recordEach(
  tx: Sql,
  all: readonly Recorded[],
  locked: Locked = "leaves_out",
): Promise<readonly boolean[]> {
  const [alike] = all;
  if (!alike) return [];
  const { from, change, actor } = alike;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH claim AS MATERIALIZED (${claims(all, locked)}), stands AS (${standing(standsAs(from), locked)}), ${answering(alike, Prisma.sql`stands.attempt_id`)}, changed AS (
      UPDATE batch SET ${submissionColumns(change)} FROM answered WHERE batch.id = answered.batch_id
      RETURNING batch.id, batch.collection_id
    ), told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code, collection_id)
      SELECT ${submissionEvent({ from, change, actor })} FROM changed WHERE ${from.status !== change.status}
    )
    SELECT id FROM changed`;
  const changed = new Set(rows.map(({ id }) => id));
  return all.map(({ batchId }) => changed.has(batchId));
}

/** Answers with the same text are recorded in one statement. */
export function alikeRecorded(recorded: Recorded): string {
  const { outcome, httpStatus, ledgerCode, message, isOver, from, change, actor } = recorded;
  return JSON.stringify([outcome, httpStatus, ledgerCode, message, isOver, from, change, actor]);
}

/** The same for one; waits for locked rows. */
export async function recordAnswer(tx: Sql, recorded: Recorded): Promise<boolean> {
  const [counts = false] = await recordEach(tx, [recorded], "waits");
  return counts;
}
