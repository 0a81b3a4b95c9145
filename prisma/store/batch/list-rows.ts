import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { canonicalText } from "../../../core/canonical-text.ts";
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
  readonly submitted: boolean;
  readonly submissionStatus: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly tries: number;
  /** The last words on it: of its ledger, or why storage refused it. */
  readonly message: string | null;
  readonly waitReason: string | null;
  /** Since when it stands still until a person acts. */
  readonly stoppedAt: Date | null;
  /** Since when its lane's ledger does not answer. */
  readonly silentSince: Date | null;
};

/** The columns of a BatchListRow, of a statement that reads `batch`, `collection` and `lane`. */
export const BATCH_ROW = Prisma.sql`
  batch.id, collection.slug AS collection, batch.state, batch.state_at AS "stateAt",
  batch.created_at AS "createdAt", batch.ended_at AS "endedAt", batch.submitter, batch.kind,
  batch.deposit ->> 'title' AS title, batch.payload_filename AS filename, batch.submitted,
  batch.submission_status AS "submissionStatus", batch.unresolved, batch.tries, batch.ledger_message AS message,
  batch.wait_reason AS "waitReason", batch.stopped_at AS "stoppedAt", lane.silent_since AS "silentSince"`;

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
    SELECT ${BATCH_ROW}
    FROM batch JOIN collection ON collection.id = batch.collection_id JOIN lane ON lane.id = batch.lane_id
    WHERE ${within(Prisma.sql`batch.collection_id`, reach)}
      AND ${state ? Prisma.sql`batch.state = ${state}::batch_state` : Prisma.sql`TRUE`}
      AND ${q ? matching(q) : Prisma.sql`TRUE`}
      AND ${after ? Prisma.sql`(batch.created_at, batch.id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY batch.created_at DESC, batch.id DESC
    LIMIT ${limit + 1}`;
  return q ? searching(db, statement) : db.$queryRaw(statement);
}

function matching(given: string): Prisma.Sql {
  const q = canonicalText(given);
  if (BATCH_ID.test(q)) return Prisma.sql`batch.id = ${q}`;
  if (JOB_ID.test(q)) return Prisma.sql`batch.id = (SELECT batch_id FROM job WHERE id = ${q})`;
  return contains(
    [Prisma.sql`batch.payload_filename`, Prisma.sql`batch.deposit ->> 'title'`, Prisma.sql`batch.submitter`],
    q,
  );
}
