import type { SubmissionChange } from "../../../core/lane/submission.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type BatchMove, checkMove, moveColumns, moveEvent } from "../batch/move.ts";
import { type SubmissionMove, standsAs, submissionColumns, submissionEvent } from "../batch/submission.ts";
import { LOCKING, queuedBesides, UNTOUCHED } from "../lane/rule.ts";
import { type AttemptAnswer, answering } from "./answer.ts";
import { type NewAttempt, newAttempt, outlive } from "./begin.ts";
import { claims, type Locked, standing } from "./claims.ts";

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

/** The same as a statement returns it: without its bytes where they are many. */
export type Taken = Omit<Begun, "body"> & { readonly body?: Uint8Array };

/** One batch of a lane has ended, and the next is to begin. */
export type Step = { readonly claimed: Claimed; readonly ended: Ended };
/** `begun`: the next batch, if one could begin; `isLast`: the lane has no open batch left. */
export type Stepped<Batch = Begun> = { readonly begun: Batch | undefined; readonly isLast: boolean };

/**
 * The most bytes of a batch that are returned by the statement that begins it. PostgreSQL sends rows before it commits: what
 * does not fit the sockets' buffers would keep all lanes of the statement locked for as long as this process does not read.
 */
const BODY_BYTES = 1_024;

const START = { from: "Pending", to: "Processing", by: "worker", actor: "Waybill" } as const;

/**
 * `next`, `taken`, `outlived`, `begun`: gives the queuer's next batch of each lane in the CTE `claim` to the submitter, as
 * beginAttempt and moveBatch would, unless its collection is held. Does not wait for locked rows: others lock the
 * collection before the lane, here it is the other way round. The batch is fetched by its id and judged afterwards
 * (OFFSET 0): in a burst, a join would begin with all Pending batches. `which`: lanes that may begin one; `besides`:
 * batches that count, since the statement's snapshot still shows those that end in it as open.
 */
function beginning(claimed: Claimed, which: Prisma.Sql, besides: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    next AS (
      SELECT batch.id, lane.fence FROM claim AS lane
      CROSS JOIN LATERAL ${queuedBesides(besides)} AS queued
      CROSS JOIN LATERAL (SELECT * FROM batch WHERE batch.id = queued.batch_id OFFSET 0) AS batch
      CROSS JOIN LATERAL (SELECT * FROM collection WHERE collection.id = batch.collection_id OFFSET 0) AS collection
      WHERE lane.may_begin AND lane.ordering = 'serial' AND ${which} AND queued.how = 'new'
        AND batch.state = 'Pending' AND collection.held_reason IS NULL
      FOR UPDATE OF batch SKIP LOCKED FOR SHARE OF collection SKIP LOCKED
    ), taken AS (
      UPDATE batch SET submitted = true, tries = tries + 1, retry_at = NULL, ${moveColumns(START)}
      FROM next WHERE batch.id = next.id
      RETURNING batch.id, lane_id, batch.collection_id, tries, profile_version_id, next.fence
    ), outlived AS (${outlive(claimed)}), begun AS (
      ${newAttempt({ ...claimed, fence: Prisma.sql`fence` })} RETURNING id, lane_id
    )`;
}

/** What a statement says of a lane: the batch that ended, the batch taken, or its attempt. */
type Row = { readonly laneId: string } & Partial<Taken> & { readonly isLast: boolean | null };

/**
 * Rows of the batches taken and of their attempts, to follow those of `lanes` (`lane_id`, `isLast`). Put together by `byLane`:
 * a join of WITH queries, of which the planner expects one row each, reads each as often as the other has rows.
 */
function answers(lanes: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT lane_id AS "laneId", NULL AS "batchId", NULL::bigint AS "attemptId", NULL::int AS tries,
      NULL AS "profileVersionId", NULL AS "ledgerId", NULL::bytea AS body, "isLast"
    FROM (${lanes}) AS lanes (lane_id, "isLast")
    UNION ALL SELECT lane_id, NULL, id, NULL, NULL, NULL, NULL, NULL FROM begun
    UNION ALL SELECT taken.lane_id, taken.id, NULL, tries, profile_version_id, ledger_id,
      CASE WHEN octet_length(body) <= ${BODY_BYTES} THEN body END, NULL
    FROM taken CROSS JOIN LATERAL (SELECT * FROM ledger_batch WHERE ledger_batch.batch_id = taken.id OFFSET 0) AS ledger_batch`;
}

/** @returns for each lane the statement has answered about: the batch begun, and whether it has no open batch left */
function byLane(rows: readonly Row[]): ReadonlyMap<string, Stepped<Taken>> {
  const found = new Map<string, Partial<Row>>();
  for (const row of rows) {
    const said = Object.entries(row).filter(([, value]) => value !== null);
    found.set(row.laneId, { ...found.get(row.laneId), ...Object.fromEntries(said) });
  }
  return new Map(
    [...found].map(([laneId, { laneId: _, isLast, ...begun }]) => [
      laneId,
      { begun: isBegun(begun) ? begun : undefined, isLast: isLast ?? false },
    ]),
  );
}

function isBegun(row: Partial<Taken>): row is Taken {
  return row.attemptId !== undefined;
}

/** Adds the bytes of a batch whose statement has left them out. */
export async function withBody(tx: Sql, begun: Taken): Promise<Begun> {
  if (begun.body) return { ...begun, body: begun.body };
  const [row] = await tx.$queryRaw<Pick<Begun, "body">[]>`
    SELECT body FROM ledger_batch WHERE batch_id = ${begun.batchId}`;
  if (!row) throw new Error(`batch ${begun.batchId} has no bytes`);
  return { ...begun, ...row };
}

/**
 * Begins the queuer's next batch of serial lanes, where it is new, in one statement. At most MOST_LANES, all alike but for
 * lane and fence (alikeBegin). @returns for each in its place: the batch; null: there is none to begin; undefined: its
 * claim is lost, or somebody has locked the lane
 */
export async function beginEach(
  tx: Sql,
  all: readonly Claimed[],
  locked: Locked = "leaves_out",
): Promise<readonly (Taken | null | undefined)[]> {
  const [first] = all;
  if (!first) return [];
  const asked = all.map((one) => ({ ...one, batchId: null, attemptId: null }));
  const any = Prisma.sql`true`;
  const rows = await tx.$queryRaw<Row[]>`
    WITH claim AS MATERIALIZED (${claims(asked, locked)}), ${beginning(first, any, any)}, told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code, collection_id) SELECT ${moveEvent(START)} FROM taken
    )
    ${answers(Prisma.sql`SELECT id, NULL::boolean FROM claim`)}`;
  const found = byLane(rows);
  return all.map(({ laneId }) => found.get(laneId) && (found.get(laneId)?.begun ?? null));
}

/** Claims with the same text begin in one statement. */
export function alikeBegin({ instance, postTimeoutMs, settleMs }: Claimed): string {
  return JSON.stringify([instance, postTimeoutMs, settleMs]);
}

/**
 * Begins the queuer's next batch of a ledger's serial lane, if it is new. One statement; waits for a locked lane.
 * @returns undefined when there is nothing to begin, or the claim is lost
 */
export async function beginNext(tx: Sql, claimed: Claimed): Promise<Begun | undefined> {
  const [begun] = await beginEach(tx, [claimed], "waits");
  return begun ? withBody(tx, begun) : undefined;
}

/**
 * Writes the final status of a batch of each lane and its moves, and begins the lane's next batch, in one statement, so
 * that lanes need only one commit between two batches, and a group of them one together. The lanes go on afterwards; for
 * a lane that halts use setSubmission. At most MOST_LANES, all alike but for their ids (alikeStep).
 * @returns for each in its place: undefined when its claim is lost, its batch has changed or somebody has locked either;
 * nothing was written for it then
 */
export async function endAndBeginEach(
  tx: Sql,
  steps: readonly Step[],
  locked: Locked = "leaves_out",
): Promise<readonly (Stepped<Taken> | undefined)[]> {
  const [alike] = steps;
  if (!alike) return [];
  const asked = steps.map(({ claimed: { laneId, fence }, ended: { batchId, accepted } }) => {
    return { laneId, fence, batchId, attemptId: accepted?.answer.attemptId ?? null };
  });
  const { stands, written, answered, events } = writing(alike.ended);
  const others = Prisma.sql`batch.id <> lane.batch_id`;
  const rows = await tx.$queryRaw<Row[]>`
    WITH claim AS MATERIALIZED (${claims(asked, locked)}), stands AS (${standing(stands, locked)}), ${answered}, changed AS (
      UPDATE batch SET ${written}
      FROM answered WHERE batch.id = answered.batch_id
      RETURNING batch.id, batch.lane_id, batch.collection_id
    ), ${beginning(alike.claimed, Prisma.sql`lane.id = ANY(ARRAY(SELECT lane_id FROM changed))`, others)}, told AS (
      INSERT INTO event (kind, batch_id, "from", "to", actor, reason, code, collection_id)
      SELECT kind, batch_id, "from", "to", actor, reason, code, collection_id FROM (
        ${Prisma.join(
          events.map((event, place) => Prisma.sql`SELECT ${place}::int, ${event} FROM changed`),
          " UNION ALL ",
        )}
        UNION ALL SELECT ${events.length}::int, ${moveEvent(START)} FROM taken
      ) AS all_of_them (place, kind, batch_id, "from", "to", actor, reason, code, collection_id) ORDER BY place
    )
    ${answers(Prisma.sql`
      SELECT lane_id, lane_id NOT IN (SELECT lane_id FROM taken) AND NOT EXISTS (
        SELECT FROM batch WHERE batch.lane_id = changed.lane_id AND batch.id <> changed.id AND ${UNTOUCHED}
        UNION ALL
        SELECT FROM batch WHERE batch.lane_id = changed.lane_id AND batch.id <> changed.id AND ${LOCKING})
      FROM changed`)}`;
  const found = byLane(rows);
  return steps.map(({ claimed }) => found.get(claimed.laneId));
}

/** What the end of a batch writes, which is the same for all lanes of a statement. */
function writing(ended: Ended) {
  for (const move of ended.moves) checkMove(move);
  const { from, accepted, change, moves } = ended;
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last) throw new Error("a batch that ends has moves");
  const fault = moves.find((move) => move.fault)?.fault;
  // an acceptance that is not recorded yet: the batch still stands as it was sent, and both changes are made at once
  const before = accepted ? { submitted: true, status: null } : from;
  const changes = accepted ? [{ ...ended, from: before, change: accepted.change }, ended] : [ended];
  const both = accepted
    ? { ...change, accepted: "now" as const, message: change.message ?? accepted.change.message }
    : change;
  return {
    stands: Prisma.sql`${standsAs(before)} AND state = ${first.from}::batch_state`,
    written: Prisma.sql`${submissionColumns(both)}, ${moveColumns({ ...last, ...(fault && { fault }) })}`,
    answered: accepted
      ? answering(accepted.answer, Prisma.sql`stands.attempt_id`)
      : Prisma.sql`answered AS (SELECT id AS batch_id FROM stands)`,
    events: [...changes.map(submissionEvent), ...moves.map((move) => moveEvent(move))],
  };
}

/** The same with the bytes of the batch begun. */
export async function whole(tx: Sql, { begun, isLast }: Stepped<Taken>): Promise<Stepped> {
  return { begun: begun && (await withBody(tx, begun)), isLast };
}

/**
 * The batch that was begun under this claim by a statement whose answer never came, so that its call was not made: a serial
 * lane has no other attempt without an answer. `besides`: the batch that statement ended.
 */
export async function findBegun(
  tx: Sql,
  { laneId, fence, instance }: Claimed,
  besides: string | null = null,
): Promise<Begun | undefined> {
  const [begun] = await tx.$queryRaw<Begun[]>`
    SELECT batch.id AS "batchId", attempt.id AS "attemptId", batch.tries,
      batch.profile_version_id AS "profileVersionId", ledger_batch.ledger_id AS "ledgerId", ledger_batch.body
    FROM lane
    JOIN attempt ON attempt.lane_id = lane.id AND attempt.fence = lane.fence AND answered_at IS NULL
    JOIN batch ON batch.id = attempt.batch_id
    JOIN ledger_batch ON ledger_batch.batch_id = batch.id
    WHERE lane.id = ${laneId} AND lane.fence = ${fence} AND lane.lease_owner IS NOT NULL
      AND attempt.instance = ${instance} AND batch.id IS DISTINCT FROM ${besides}::text
    ORDER BY attempt.id DESC LIMIT 1`;
  return begun;
}

/** Steps with the same text are written in one statement. */
export function alikeStep({ claimed, ended: { from, change, moves, actor, accepted } }: Step): string {
  const answer = accepted && { ...accepted.answer, attemptId: null, fence: null };
  return `${alikeBegin(claimed)}${JSON.stringify([from, change, moves, actor, answer, accepted?.change])}`;
}

/**
 * The same for one lane; waits for locked rows. @returns undefined when the claim is lost or the batch has changed;
 * nothing was written then
 */
export async function endAndBegin(tx: Sql, claimed: Claimed, ended: Ended): Promise<Stepped | undefined> {
  const [stepped] = await endAndBeginEach(tx, [{ claimed, ended }], "waits");
  return stepped && whole(tx, stepped);
}
