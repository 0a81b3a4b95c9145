import { turnShiftMs } from "../../../core/job/turn.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { readOrdinalCursor, readTimeCursor, writeTimeCursor } from "../page.ts";
import { JOB_IS } from "../states-sql.ts";

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
      const last = readTimeCursor(cursor);
      const [, batchId, ordinal] = /^(.+)~(\d{1,9})$/.exec(last?.id ?? "") ?? [];
      if (!last || batchId === undefined) return FROM_THE_START;
      // Both conditions are bounds of an index scan, so a deep page of a batch of 100,000 costs no more than the first.
      return Prisma.sql`(batch.created_at, batch.id) <= (${last.at}, ${batchId})
        AND job.ordinal > CASE WHEN batch.id = ${batchId} THEN ${Number(ordinal)}::int ELSE 0 END`;
    },
    cursorOf: ({ batchCreatedAt, batchId, ordinal }) =>
      writeTimeCursor({ at: batchCreatedAt, id: `${batchId}~${ordinal}` }),
  },
} as const satisfies Record<string, JobOrder>;

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

/** At most this many are woken; those behind them are woken in turn. */
const MOST = 10;

/**
 * Wakes jobs that wait for another job of their object, first in turn first: a job has ended, and it may have been that
 * one. Otherwise they would try again after WAIT_RETRY_MS.
 * @returns whether there were any
 */
export async function wakeBehind(tx: Sql): Promise<boolean> {
  const woken = await tx.$executeRaw`
    UPDATE job SET due_at = clock_timestamp(), asleep = false
    WHERE id IN (
      SELECT id FROM job WHERE wait_code = 'object_busy' AND due_at > clock_timestamp() ORDER BY turn_at LIMIT ${MOST}
      FOR UPDATE SKIP LOCKED)`;
  return woken > 0;
}
