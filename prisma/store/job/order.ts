import type { JobState } from "../../../core/job/states.ts";
import { turnShiftMs } from "../../../core/job/turn.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { readOrdinalCursor, readTimeCursor, writeTimeCursor } from "../page.ts";
import { JOB_IS } from "../states-sql.ts";
import type { Reach } from "../within.ts";

/** The columns a cursor is made from; every listed job has them. */
export type JobPlace = {
  readonly id: string;
  readonly ordinal: number;
  readonly stateAt: Date;
  readonly batchId: string;
  readonly batchCreatedAt: Date;
};

/** An order of the job list, with the condition for continuing after a cursor. Each order matches an index. */
export type JobOrder = {
  readonly orderBy: Prisma.Sql;
  after(cursor: string | undefined): Prisma.Sql;
  cursorOf(job: JobPlace): string;
};

/** Of a list by batch the last batch shown, with the place of its last job. */
function readBatchCursor(cursor: string | undefined) {
  const last = readTimeCursor(cursor);
  const [, id, ordinal] = /^(.+)~(\d{1,9})$/.exec(last?.id ?? "") ?? [];
  return last && id !== undefined ? { at: last.at, id, ordinal: Number(ordinal) } : undefined;
}

const FROM_THE_START = Prisma.sql`TRUE`;

/**
 * `inBatch`: by place. `byMove`: latest to enter its state first. `byBatch`: newest batch first, then by place. A
 * cursor from another order reads as the first page.
 */
export const JOB_ORDERS = {
  inBatch: {
    orderBy: Prisma.sql`job.ordinal`,
    after: (cursor) => Prisma.sql`job.ordinal > ${readOrdinalCursor(cursor)}`,
    cursorOf: ({ ordinal }) => String(ordinal),
  },
  byMove: {
    orderBy: Prisma.sql`job.state_at DESC, job.id DESC`,
    after(cursor) {
      const last = readTimeCursor(cursor);
      return last ? Prisma.sql`(job.state_at, job.id) < (${last.at}, ${last.id})` : FROM_THE_START;
    },
    cursorOf: ({ stateAt, id }) => writeTimeCursor({ at: stateAt, id }),
  },
  byBatch: {
    orderBy: Prisma.sql`batch.created_at DESC, batch.id DESC, job.ordinal`,
    after(cursor) {
      const last = readBatchCursor(cursor);
      if (!last) return FROM_THE_START;
      // Both conditions are bounds of an index scan, so a deep page of a batch of 100,000 costs no more than the first.
      return Prisma.sql`(batch.created_at, batch.id) <= (${last.at}, ${last.id})
        AND job.ordinal > CASE WHEN batch.id = ${last.id} THEN ${last.ordinal}::int ELSE 0 END`;
    },
    cursorOf: ({ batchCreatedAt, batchId, ordinal }) =>
      writeTimeCursor({ at: batchCreatedAt, id: `${batchId}~${ordinal}` }),
  },
} as const satisfies Record<string, JobOrder>;

/**
 * The batches that have jobs, as a table, from a cursor of `byBatch` on, with the order in which an index has them. Those
 * without jobs, such as thousands that wait or all that went to ledgers, are not in these indexes. Where the reach is one
 * collection or more, each is a range in the order of the index, as of events (prisma/store/event.ts); of several, the
 * newest `most` batches together are enough.
 */
export function batchesWithJobs(
  reach: Reach,
  cursor: string | undefined,
  most: number,
): { readonly table: Prisma.Sql; readonly orderBy: Prisma.Sql } {
  const { orderBy } = JOB_ORDERS.byBatch;
  const last = readBatchCursor(cursor);
  const [at, id] = last ? [Prisma.sql`${last.at}`, last.id] : [Prisma.sql`'infinity'::timestamptz`, ""];
  if (reach === "all") {
    const table = Prisma.sql`(SELECT * FROM batch WHERE has_jobs AND (created_at, id) <= (${at}, ${id}))`;
    return { table, orderBy };
  }
  const ranged = (collection: Prisma.Sql) => Prisma.sql`
    SELECT * FROM batch WHERE has_jobs AND collection_id >= ${collection}
      AND (collection_id, created_at, id) <= (${collection}, ${at}, ${id})`;
  const [only] = reach;
  if (only !== undefined && reach.length === 1) {
    const table = Prisma.sql`(${ranged(Prisma.sql`${only}`)})`;
    return { table, orderBy: Prisma.sql`batch.collection_id DESC, ${orderBy}` };
  }
  const table = Prisma.sql`(
    SELECT newest.* FROM unnest(${[...reach]}::text[]) AS mine (id) CROSS JOIN LATERAL (
      ${ranged(Prisma.sql`mine.id`)} ORDER BY collection_id DESC, created_at DESC, id DESC LIMIT ${most}) AS newest
    ORDER BY newest.created_at DESC, newest.id DESC LIMIT ${most})`;
  return { table, orderBy };
}

/**
 * Jobs of collections in one state, as a table of `most`, the latest to enter it first, from a cursor of `byMove` on. Each
 * collection is a range in the order of its index: where it is one of two, the planner would take it for half of all.
 */
export function latestOf(
  reach: readonly string[],
  {
    state,
    cursor,
    most,
  }: { readonly state: JobState; readonly cursor: string | undefined; readonly most: number },
): Prisma.Sql {
  const last = readTimeCursor(cursor);
  const [at, id] = last ? [Prisma.sql`${last.at}`, last.id] : [Prisma.sql`'infinity'::timestamptz`, ""];
  const its = Prisma.sql`${state}::job_state`;
  return Prisma.sql`(
    SELECT latest.* FROM unnest(${[...reach]}::text[]) AS mine (id) CROSS JOIN LATERAL (
      SELECT * FROM job
      WHERE (collection_id, state) >= (mine.id, ${its})
        AND (collection_id, state, state_at, id) < (mine.id, ${its}, ${at}, ${id})
      ORDER BY collection_id DESC, state DESC, state_at DESC, id DESC LIMIT ${most}) AS latest
    ORDER BY latest.state_at DESC, latest.id DESC LIMIT ${most})`;
}

/** `of`: one job, or all unfinished jobs of a batch. */
export type PriorityChange = {
  readonly of: { readonly jobId: string } | { readonly batchId: string };
  readonly priority: number;
  readonly actor: string;
  readonly reason: string;
};

/** A job whose priority changed. */
export type Reprioritised = { readonly id: string; readonly before: number };

/**
 * Changes the priority of unfinished jobs and moves their turns accordingly, with an event for each, in one statement.
 * Jobs that already have it are left alone. Source: docs/reference/states.md, "Priority".
 */
export async function setPriority(tx: Sql, change: PriorityChange): Promise<Reprioritised[]> {
  const { of, priority, actor, reason } = change;
  const which = "jobId" in of ? Prisma.sql`id = ${of.jobId}` : Prisma.sql`batch_id = ${of.batchId}`;
  return tx.$queryRaw<Reprioritised[]>`
    WITH waiting AS (
      SELECT id, priority AS before FROM job
      WHERE ${which} AND state NOT IN ${JOB_IS.ended} AND priority <> ${priority}
      ORDER BY id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE job SET priority = ${priority},
        turn_at = turn_at + (${priority}::int - waiting.before) * ${turnShiftMs(0, 1)}::int * interval '1 millisecond'
      FROM waiting WHERE job.id = waiting.id
      RETURNING job.id, job.batch_id, waiting.before
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason, details)
      SELECT 'job.priority', batch_id, id, ${actor},
        'Priority ' || ${priority}::int || ' instead of ' || before || ': ' || ${reason}::text,
        jsonb_build_object('before', before, 'after', ${priority}::int) FROM changed
    )
    SELECT id, before FROM changed`;
}
