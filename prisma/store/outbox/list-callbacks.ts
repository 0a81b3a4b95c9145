import type { CallbackStatus } from "../../../core/contracts/callback-requests.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";
import { type Reach, within } from "../within.ts";

/** A callback as lists show it. */
export type CallbackListRow = {
  readonly id: string;
  readonly subject: string;
  readonly jobId: string;
  readonly batchId: string;
  readonly collectionId: string;
  readonly collection: string;
  readonly outcome: "COMPLETED" | "FAILED";
  readonly receiver: string;
  readonly status: CallbackStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly dueAt: Date | null;
  readonly lastError: string | null;
};

export type CallbackFilter = {
  readonly reach: Reach;
  readonly id?: string | undefined;
  readonly jobId?: string | undefined;
  readonly status?: CallbackStatus | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

/** Callbacks of collections within reach, newest first, one more than `limit`. */
export async function listCallbackRows(tx: Sql, filter: CallbackFilter): Promise<CallbackListRow[]> {
  const { reach, id, jobId, status, after, limit } = filter;
  return tx.$queryRaw<CallbackListRow[]>`
    SELECT outbox.id, outbox.subject, outbox.job_id AS "jobId", outbox.batch_id AS "batchId",
      batch.collection_id AS "collectionId", collection.slug AS collection, outbox.payload ->> 'status' AS outcome,
      outbox.payload ->> 'receiver' AS receiver, outbox.status, outbox.attempts, outbox.created_at AS "createdAt",
      outbox.ended_at AS "endedAt", outbox.due_at AS "dueAt", outbox.last_error AS "lastError"
    FROM outbox
    JOIN batch ON batch.id = outbox.batch_id
    JOIN collection ON collection.id = batch.collection_id
    WHERE outbox.kind = 'callback'
      AND ${within(Prisma.sql`batch.collection_id`, reach)}
      AND ${id ? Prisma.sql`outbox.id = ${id}` : Prisma.sql`TRUE`}
      AND ${jobId ? Prisma.sql`outbox.job_id = ${jobId}` : Prisma.sql`TRUE`}
      AND ${statusIs(status)}
      AND ${after ? Prisma.sql`(outbox.created_at, outbox.id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY outbox.created_at DESC, outbox.id DESC
    LIMIT ${limit + 1}`;
}

/** `Failed` as text of the statement, so that its own index serves. */
function statusIs(status: CallbackStatus | undefined): Prisma.Sql {
  if (status === undefined) return Prisma.sql`TRUE`;
  return status === "Failed" ? Prisma.sql`outbox.status = 'Failed'` : Prisma.sql`outbox.status = ${status}`;
}
