import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import type { Reach } from "./within.ts";

/** An event that is not a move. `details`: its subject, if that is not a batch or job. */
export type NewEvent = {
  /** `<thing>.<act>` */
  readonly kind: string;
  readonly batchId?: string;
  readonly jobId?: string;
  readonly actor: string;
  readonly reason?: string | undefined;
  readonly details?: object;
};

/** Writes an event, in the same transaction as the change it records. */
export async function writeEvent(tx: Sql, event: NewEvent): Promise<void> {
  const details = event.details ? JSON.stringify(event.details) : null;
  await tx.$executeRaw`
    INSERT INTO event (kind, batch_id, job_id, actor, reason, details)
    VALUES (${event.kind}, ${event.batchId ?? null}, ${event.jobId ?? null}, ${event.actor}, ${event.reason ?? null}, ${details}::jsonb)`;
}

export type EventRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: string;
  readonly batchId: string | null;
  readonly jobId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly code: string | null;
};

/** `before`: the id of the last event shown. */
export type EventFilter = {
  readonly reach: Reach;
  readonly batchId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/** Above every event's id. */
const NO_END = 9_223_372_036_854_775_807n;

/**
 * Events, newest first, one more than `limit`. A restricted reach leaves out events that belong to no batch. Its
 * collections are read one by one, each from the end of its own events. Those of a small collection may be far apart among
 * all, and where it is one of two the planner takes it for a half: so it is given a range in the order of their index,
 * which no other index has, instead of an equality.
 */
export async function listEvents(tx: Sql, filter: EventFilter): Promise<EventRow[]> {
  const { reach, batchId, jobId, before = NO_END, limit } = filter;
  const most = limit + 1;
  const wanted = Prisma.sql`
    ${batchId ? Prisma.sql`event.batch_id = ${batchId}` : Prisma.sql`TRUE`}
    AND ${jobId ? Prisma.sql`event.job_id = ${jobId}` : Prisma.sql`TRUE`}`;
  const events =
    reach === "all"
      ? Prisma.sql`event WHERE event.id < ${before} AND ${wanted}`
      : Prisma.sql`unnest(${[...reach]}::text[]) AS mine (id) CROSS JOIN LATERAL (
          SELECT * FROM event
          WHERE event.collection_id >= mine.id AND (event.collection_id, event.id) < (mine.id, ${before}) AND ${wanted}
          ORDER BY event.collection_id DESC, event.id DESC LIMIT ${most}) AS event`;
  return tx.$queryRaw<EventRow[]>`
    SELECT event.id, event.at, event.kind, event.batch_id AS "batchId", event.job_id AS "jobId", event."from",
      event."to", event.actor, event.reason, event.code
    FROM ${events}
    ORDER BY event.id DESC LIMIT ${most}`;
}
