import { Prisma } from "../../generated/client.ts";
import { readOrdinalCursor, readTimeCursor, writeTimeCursor } from "../page.ts";

/** What a cursor is made of: columns every listed job has. */
export type JobPlace = {
  readonly id: string;
  readonly ordinal: number;
  readonly stateAt: Date;
  readonly batchId: string;
  readonly batchCreatedAt: Date;
};

/** An order of the job list, with the condition that goes on after a cursor. Each is the order of an index. */
export type JobOrder = {
  readonly orderBy: Prisma.Sql;
  after(cursor: string | undefined): Prisma.Sql;
  cursorOf(job: JobPlace): string;
};

const FROM_THE_START = Prisma.sql`TRUE`;

/**
 * `inBatch`: by place. `byMove`: latest to enter its state first. `byBatch`: newest batch first, then by place.
 * A cursor that is not of the same order reads as the first page.
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
