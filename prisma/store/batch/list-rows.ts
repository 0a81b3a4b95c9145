import type { BatchState } from "../../../core/batch/states.ts";
import { BATCH_ID, JOB_ID } from "../../../core/ids.ts";
import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { TimeCursor } from "../page.ts";
import { contains, searching } from "../search.ts";
import { type Reach, within } from "../within.ts";

/** A batch as lists show it. */
export type BatchListRow = {
  readonly id: string;
  readonly collection: string;
  readonly state: BatchState;
  readonly stateAt: Date;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly submitter: string;
  readonly kind: PayloadKind;
  readonly title: string | null;
  readonly filename: string;
};

/** `q`: a batch's or job's whole id, or a part of file name, title or submitter. */
export type BatchFilter = {
  readonly reach: Reach;
  readonly state?: BatchState | undefined;
  readonly q?: string | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

/** Batches, newest first, one more than `limit` so that the caller sees whether there is a next page. Errors: `search_too_slow`. */
export async function listBatchRows(db: Db, filter: BatchFilter): Promise<BatchListRow[]> {
  const { reach, state, q, after, limit } = filter;
  const statement = Prisma.sql`
    SELECT batch.id, collection.slug AS collection, batch.state, batch.state_at AS "stateAt",
      batch.created_at AS "createdAt", batch.ended_at AS "endedAt", batch.submitter, batch.kind,
      batch.deposit ->> 'title' AS title, batch.payload_filename AS filename
    FROM batch JOIN collection ON collection.id = batch.collection_id
    WHERE ${within(Prisma.sql`batch.collection_id`, reach)}
      AND ${state ? Prisma.sql`batch.state = ${state}::batch_state` : Prisma.sql`TRUE`}
      AND ${q ? matching(q) : Prisma.sql`TRUE`}
      AND ${after ? Prisma.sql`(batch.created_at, batch.id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY batch.created_at DESC, batch.id DESC
    LIMIT ${limit + 1}`;
  return q ? searching(db, statement) : db.$queryRaw(statement);
}

function matching(q: string): Prisma.Sql {
  if (BATCH_ID.test(q)) return Prisma.sql`batch.id = ${q}`;
  if (JOB_ID.test(q)) return Prisma.sql`batch.id = (SELECT batch_id FROM job WHERE id = ${q})`;
  return contains(
    [Prisma.sql`batch.payload_filename`, Prisma.sql`batch.deposit ->> 'title'`, Prisma.sql`batch.submitter`],
    q,
  );
}
