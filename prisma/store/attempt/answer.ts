import type { SubmissionChange } from "../../../core/lane/submission.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type BatchMove, checkMove, moveColumns, moveEvent } from "../batch/move.ts";
import { type SubmissionMove, standsAs, submissionColumns, submissionEvent } from "../batch/submission.ts";
import { GOING, LOCKING, queuedBesides, UNTOUCHED } from "../lane/rule.ts";
import { CLAIM_LIVES, type NewAttempt, newAttempt, outlive } from "./begin.ts";

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
function answerColumns(answer: AttemptAnswer): Prisma.Sql {
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

/** Keeps a late answer alongside what was decided meanwhile; it changes nothing. */
export async function keepLateAnswer(
  tx: Sql,
  { attemptId, fence: _, isOver: __, ...answer }: AttemptAnswer,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt SET late_answer = ${JSON.stringify(answer)}::jsonb WHERE id = ${attemptId}`;
}

/** An answer that leaves its batch open, and the change to the batch. */
export type Recorded = AttemptAnswer & {
  readonly batchId: string;
  readonly laneId: string;
  readonly from: SubmissionMove["from"];
  readonly change: SubmissionChange & { readonly halt: null };
  readonly actor: string;
};

/** `answered`: records the answer of an attempt for the batch in the CTE `stands`. */
function answering(answer: AttemptAnswer): Prisma.Sql {
  return Prisma.sql`answered AS (
      UPDATE attempt SET ${answerColumns(answer)}
      FROM stands
      WHERE attempt.id = ${answer.attemptId} AND attempt.batch_id = stands.id AND answered_at IS NULL
      RETURNING attempt.batch_id
    )`;
}

/**
 * Records an attempt's answer and the change to its batch, in one statement, under the lane's claim. For answers that
 * leave the batch open and the lane running. @returns whether it counts; if not, nothing was written
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
    ), ${answering(answer)}, changed AS (
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

/** A claim on a ledger's serial lane, with what an attempt under it needs. */
export type Claimed = Pick<NewAttempt, "laneId" | "fence" | "instance" | "postTimeoutMs" | "settleMs">;

/**
 * A batch whose submission is final. `moves`: its moves, in order. `accepted`: the answer to its call and the change that
 * led to `from`, where they are still to be recorded.
 */
export type Ended = Pick<SubmissionMove, "batchId" | "from" | "change" | "actor"> & {
  readonly moves: readonly Omit<BatchMove, "batchId">[];
  readonly accepted?: { readonly answer: AttemptAnswer; readonly change: SubmissionChange };
};

/** A batch of the lane given to its submitter, with its attempt and its bytes. */
export type Begun = {
  readonly batchId: string;
  readonly attemptId: bigint;
  readonly tries: number;
  readonly profileVersionId: string;
  readonly ledgerId: string;
  readonly body: Uint8Array;
};

const START = { from: "Pending", to: "Processing", by: "worker", actor: "Waybill" } as const;

/** The lane, while it has the given claim. `may_begin`: it is not stopped, and the claim has not finally expired. */
function claimOf({ laneId, fence }: Claimed): Prisma.Sql {
  return Prisma.sql`
    SELECT id, ordering, width, ${GOING} AND ${CLAIM_LIVES} AS may_begin
    FROM lane WHERE id = ${laneId} AND fence = ${fence} AND lease_owner IS NOT NULL
    FOR UPDATE`;
}

/**
 * `next`, `taken`, `outlived`, `begun`: gives the queuer's next batch to the submitter, as beginAttempt and moveBatch
 * would, unless its collection is held. Does not wait for locked rows: others lock the collection before the lane, here
 * it is the other way round. The batch is fetched by its id and judged afterwards (OFFSET 0): in a
 * burst, a join would begin with all Pending batches. `besides`: a batch that ends in this statement, which its
 * snapshot still shows as open.
 */
function beginning(claimed: Claimed, besides: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    next AS (
      SELECT batch.id FROM claim AS lane
      CROSS JOIN LATERAL ${queuedBesides(besides)} AS queued
      CROSS JOIN LATERAL (SELECT * FROM batch WHERE batch.id = queued.batch_id OFFSET 0) AS batch
      JOIN collection ON collection.id = batch.collection_id
      WHERE lane.may_begin AND ${condition} AND queued.how = 'new' AND batch.state = 'Pending'
        AND collection.held_reason IS NULL
      ORDER BY queued.lane_seq LIMIT 1
      FOR UPDATE OF batch SKIP LOCKED FOR SHARE OF collection SKIP LOCKED
    ), taken AS (
      UPDATE batch SET submitted = true, tries = tries + 1, retry_at = NULL, ${moveColumns(START)}
      FROM next WHERE batch.id = next.id
      RETURNING batch.id, lane_id, tries, profile_version_id
    ), outlived AS (${outlive(claimed)}), begun AS (
      ${newAttempt(claimed)} RETURNING id, batch_id
    )`;
}

const BEGUN = Prisma.sql`
  begun.batch_id AS "batchId", begun.id AS "attemptId", taken.tries, taken.profile_version_id AS "profileVersionId",
  ledger_batch.ledger_id AS "ledgerId", ledger_batch.body`;
const WITH_BODY = Prisma.sql`
  begun JOIN taken ON taken.id = begun.batch_id JOIN ledger_batch ON ledger_batch.batch_id = begun.batch_id`;

/**
 * Begins the queuer's next batch of a ledger's serial lane, if it is new. One statement.
 * @returns undefined when there is nothing to begin, or the claim is lost
 */
export async function beginNext(tx: Sql, claimed: Claimed): Promise<Begun | undefined> {
  const yes = Prisma.sql`true`;
  const [begun] = await tx.$queryRaw<Begun[]>`
    WITH claim AS (${claimOf(claimed)}), ${beginning(claimed, yes, yes)}, told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code) SELECT ${moveEvent(START)} FROM taken
    )
    SELECT ${BEGUN} FROM ${WITH_BODY}`;
  return begun;
}

/**
 * Writes a batch's final status and its moves, and begins the lane's next batch, in one statement, so that a lane needs
 * only one commit between two batches. The lane goes on afterwards; for a lane that halts use setSubmission.
 * @returns undefined when the claim is lost or the batch has changed; nothing was written then. `isLast`: the lane has
 * no open batch left
 */
export async function endAndBegin(
  tx: Sql,
  claimed: Claimed,
  ended: Ended,
): Promise<{ readonly begun: Begun | undefined; readonly isLast: boolean } | undefined> {
  for (const move of ended.moves) checkMove(move);
  const { batchId, from, accepted, change, moves } = ended;
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last) throw new Error("a batch that ends has moves");
  const fault = moves.find((move) => move.fault)?.fault;
  const others = Prisma.sql`batch.id <> ${batchId}`;
  // an acceptance that is not recorded yet: the batch still stands as it was sent, and both changes are made at once
  const stands = accepted ? { submitted: true, status: null } : from;
  const changes = accepted ? [{ ...ended, from: stands, change: accepted.change }, ended] : [ended];
  const written = accepted
    ? { ...change, accepted: "now" as const, message: change.message ?? accepted.change.message }
    : change;
  const answered = accepted
    ? answering(accepted.answer)
    : Prisma.sql`answered AS (SELECT id AS batch_id FROM stands)`;
  const events = [...changes.map(submissionEvent), ...moves.map((move) => moveEvent(move))];
  const [row] = await tx.$queryRaw<(Partial<Begun> & { readonly isLast: boolean })[]>`
    WITH claim AS (${claimOf(claimed)}), stands AS (
      SELECT batch.id FROM batch JOIN claim ON claim.id = batch.lane_id
      WHERE batch.id = ${batchId} AND state = ${first.from}::batch_state AND ${standsAs(stands)}
      FOR UPDATE OF batch
    ), ${answered}, changed AS (
      UPDATE batch SET ${submissionColumns(written)}, ${moveColumns({ ...last, ...(fault && { fault }) })}
      FROM answered WHERE batch.id = answered.batch_id
      RETURNING batch.id
    ), ${beginning(claimed, others, Prisma.sql`EXISTS (SELECT FROM changed)`)}, told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code)
      SELECT kind, batch_id, "from", "to", actor, reason, code FROM (
        ${Prisma.join(
          events.map((event, place) => Prisma.sql`SELECT ${place}::int, ${event} FROM changed`),
          " UNION ALL ",
        )}
        UNION ALL SELECT ${events.length}::int, ${moveEvent(START)} FROM taken
      ) AS all_of_them (place, kind, batch_id, "from", "to", actor, reason, code) ORDER BY place
    )
    SELECT ${BEGUN}, NOT EXISTS (
      SELECT FROM batch WHERE lane_id = ${claimed.laneId} AND ${others} AND ${UNTOUCHED}
      UNION ALL SELECT FROM batch WHERE lane_id = ${claimed.laneId} AND ${others} AND ${LOCKING}) AS "isLast"
    FROM changed LEFT JOIN (${WITH_BODY}) ON true`;
  if (!row) return undefined;
  const { isLast, ...begun } = row;
  return { begun: isBegun(begun) ? begun : undefined, isLast };
}

function isBegun(row: Partial<Begun>): row is Begun {
  return row.attemptId !== undefined && row.attemptId !== null;
}
