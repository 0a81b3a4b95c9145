import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { canonicalText } from "../../../core/canonical-text.ts";
import type { Hold } from "../../../core/hold/hold.ts";
import { BATCH_ID, JOB_ID } from "../../../core/ids.ts";
import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { BatchFile } from "../../../core/merritt/batch-file-state.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdJson, type KeptHold, readHold } from "../hold/hold.ts";
import type { TimeCursor } from "../page.ts";
import { searching, textContains } from "../search.ts";
import { type Reach, within } from "../within.ts";

/** A batch as its own page shows it, with the holds over it and its lane. Sizes in bytes. */
export type BatchViewRow = BatchListRow & {
  readonly collectionId: string;
  /** Of whoever made the deposit. */
  readonly submitterId: string | null;
  readonly collectionName: string;
  /** A person's hold on the batch, its collection's, and that on the whole intake. */
  readonly hold: Hold | null;
  readonly collectionHold: Hold | null;
  readonly intakeHold: Hold | null;
  readonly laneId: string;
  readonly lane: string;
  readonly laneSeq: bigint;
  /** In the order of everything; null: it waits for one. */
  readonly position: bigint | null;
  /** The end of its delay window. */
  readonly delayedUntil: Date | null;
  readonly forgottenCount: number;
  readonly payloadSize: bigint;
  readonly payloadSha256: string;
  readonly profileVersion: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly problems: unknown;
  readonly expandedAt: Date | null;
};

type Holds = "hold" | "collectionHold" | "intakeHold";
type Kept = Omit<BatchViewRow, Holds> & Readonly<Record<Holds, KeptHold>>;

export async function findBatchView(tx: Sql, batchId: string): Promise<BatchViewRow | undefined> {
  const [row] = await tx.$queryRaw<Kept[]>`
    SELECT ${BATCH_ROW}, batch.collection_id AS "collectionId", collection.name AS "collectionName",
      batch.submitter_id AS "submitterId",
      ${holdJson(Prisma.sql`batch`)} AS hold, ${holdJson(Prisma.sql`collection`)} AS "collectionHold",
      ${holdJson(Prisma.sql`intake`)} AS "intakeHold", batch.lane_id AS "laneId",
      lane.service_id AS lane, batch.lane_seq AS "laneSeq", sequenced.position, batch.delayed_until AS "delayedUntil", batch.forgotten_count AS "forgottenCount",
      batch.payload_size AS "payloadSize", batch.payload_sha256 AS "payloadSha256",
      profile.version AS "profileVersion", batch.error_code AS "errorCode",
      batch.error_message AS "errorMessage", batch.problems, batch.expanded_at AS "expandedAt"
    FROM batch
    CROSS JOIN intake
    JOIN collection ON collection.id = batch.collection_id
    JOIN lane ON lane.id = batch.lane_id
    JOIN profile_version AS profile ON profile.id = batch.profile_version_id
    LEFT JOIN sequenced ON sequenced.kind = 'batch' AND sequenced.item_id = batch.id
    WHERE batch.id = ${batchId}`;
  return (
    row && {
      ...row,
      hold: readHold(row.hold),
      collectionHold: readHold(row.collectionHold),
      intakeHold: readHold(row.intakeHold),
    }
  );
}

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
  /** The last message about it: from its ledger, or why storage refused it. */
  readonly message: string | null;
  readonly waitReason: string | null;
  /** Since when it has stood still, waiting for a person. */
  readonly stoppedAt: Date | null;
  /** Since when its lane's ledger has not answered. */
  readonly silentSince: Date | null;
};

/** The columns of a BatchListRow, of a statement that reads `batch`, `collection` and `lane`. */
const BATCH_ROW = Prisma.sql`
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

/**
 * Batches, newest first, one more than `limit`, so that the caller sees whether there is a next page. Errors:
 * `search_too_slow`.
 */
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
  return textContains("batch", q);
}

/** Batches within reach accepted in the last `days` days by the database's clock, newest first, at most `limit`. */
export async function listBatchesSince(
  tx: Sql,
  { reach, days, limit }: { readonly reach: Reach; readonly days: number; readonly limit: number },
): Promise<BatchFile[]> {
  return tx.$queryRaw<BatchFile[]>`
    SELECT id, created_at AS at FROM batch
    WHERE created_at > clock_timestamp() - make_interval(days => ${days}::int)
      AND ${within(Prisma.sql`batch.collection_id`, reach)}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit}`;
}
