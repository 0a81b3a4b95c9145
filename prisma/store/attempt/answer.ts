import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** An answer as it is kept. `outcome`: accepted, busy, ambiguous, rejected, or lost. */
export type AttemptAnswer = {
  readonly attemptId: bigint;
  readonly fence: bigint;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly ledgerCode: string | null;
  readonly message: string | null;
  /** Nothing of the call can have an effect any more. */
  readonly isOver: boolean;
};

/** When a call settles, once it is answered. */
export function settledBy({ isOver }: Pick<AttemptAnswer, "isOver">): Prisma.Sql {
  return isOver
    ? Prisma.sql`settles_at = LEAST(settles_at, clock_timestamp())`
    : Prisma.sql`settles_at = settles_at`;
}

/**
 * Records an attempt's answer while the lane's claim is still the one it was made, or is now resolved, under.
 * @returns whether it counts
 */
export async function answerAttempt(tx: Sql, answer: AttemptAnswer): Promise<boolean> {
  const rows = await tx.$executeRaw`
    UPDATE attempt SET answered_at = clock_timestamp(), outcome = ${answer.outcome}, http_status = ${answer.httpStatus},
      ledger_code = ${answer.ledgerCode}, message = ${answer.message}, ${settledBy(answer)}
    FROM lane
    WHERE attempt.id = ${answer.attemptId} AND answered_at IS NULL
      AND lane.id = attempt.lane_id AND lane.fence = ${answer.fence} AND lane.lease_owner IS NOT NULL`;
  return rows === 1;
}

/** Keeps an answer that comes too late beside what was decided meanwhile; it changes nothing. */
export async function keepLateAnswer(
  tx: Sql,
  { attemptId, fence: _, isOver: __, ...answer }: AttemptAnswer,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt SET late_answer = ${JSON.stringify(answer)}::jsonb WHERE id = ${attemptId}`;
}
