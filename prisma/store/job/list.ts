import type { BatchState } from "../../../core/batch/states.ts";
import type { BegunJobs } from "../../../core/batch/waits.ts";
import { canonicalText } from "../../../core/canonical-text.ts";
import type { JobCounts } from "../../../core/contracts/views.ts";
import type { Hold } from "../../../core/hold/hold.ts";
import type { MintedRecord } from "../../../core/identifier/ark-standing.ts";
import { BATCH_ID, JOB_ID } from "../../../core/ids.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { JobPayload } from "../../../core/manifest/kinds.ts";
import type { MerrittJob } from "../../../core/merritt/job-state.ts";
import type { MadeVersion } from "../../../core/report/version-words.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { JOB_HOLDS, type KeptJobHolds, readJobHolds } from "../hold/standing.ts";
import { isFrequent, searching, textContains } from "../search.ts";
import { JOB_IS } from "../states-sql.ts";
import { type Reach, within } from "../within.ts";
import { batchesWithJobs, JOB_ORDERS, type JobOrder, type JobPlace, latestOf } from "./order.ts";

/** A job as lists show it. */
export type JobListRow = JobPlace & {
  readonly collection: string;
  readonly state: JobState;
  readonly createdAt: Date;
  readonly filename: string;
  readonly title: string | null;
  readonly localIds: readonly string[];
  readonly ark: string | null;
  readonly waitCode: string | null;
  readonly waitReason: string | null;
  /** Holds on the job itself, its batch, its collection and the whole intake. */
  readonly hold: Hold | null;
  readonly batchHold: Hold | null;
  readonly collectionHold: Hold | null;
  readonly intakeHold: Hold | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly problems: unknown;
};

/** `q`: a job's or batch's whole id, an ARK, or a part of file name, title, local id or submitter. */
export type JobFilter = {
  readonly reach: Reach;
  readonly batchId?: string | undefined;
  readonly state?: JobState | undefined;
  readonly q?: string | undefined;
  readonly order: JobOrder;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

type Kept = KeptJobHolds<JobListRow>;

/** Jobs with a text that is found in more than so many are looked for along the list; they are soon found there. */
const FREQUENT = 5_000;

/** Jobs in the given order, one more than `limit`. `problems` are left to the job's own page. Errors: `search_too_slow`. */
export async function listJobRows(db: Db, filter: JobFilter): Promise<JobListRow[]> {
  const { q, order, reach } = filter;
  const isByBatch = order === JOB_ORDERS.byBatch;
  const rows = q
    ? searching<Kept>(db, async (tx) => {
        // the newest batches of several collections are chosen before it is known which jobs have the text
        const canWalk = isByBatch && isText(q) && (reach === "all" || reach.length === 1);
        const isWalked = canWalk && (await isFrequent(tx, q, FREQUENT));
        return isWalked ? selectAlongBatches(filter) : selectJobs(filter);
      })
    : db.$queryRaw<Kept[]>(isByBatch ? selectAlongBatches(filter) : selectJobs(filter));
  return (await rows).map(readJobHolds);
}

const LIST_COLUMNS = Prisma.sql`
  job.id, job.batch_id AS "batchId", job.ordinal, collection.slug AS collection, job.state,
  job.state_at AS "stateAt", job.created_at AS "createdAt", job.filename, job.title, COALESCE(job.local_ids, '{}') AS "localIds",
  job.ark, job.wait_code AS "waitCode", job.wait_reason AS "waitReason", job.error_code AS "errorCode", job.error_message AS "errorMessage",
  NULL AS problems, batch.created_at AS "batchCreatedAt", ${JOB_HOLDS}`;

function selectJobs({ reach, batchId, state, q, order, cursor, limit }: JobFilter): Prisma.Sql {
  const isNarrow = reach !== "all" && order === JOB_ORDERS.byMove && state !== undefined && !q;
  const table = isNarrow ? latestOf(reach, { state, cursor, most: limit + 1 }) : Prisma.sql`job`;
  return Prisma.sql`
    SELECT ${LIST_COLUMNS}
    FROM ${table} AS job
    JOIN batch ON batch.id = job.batch_id
    JOIN collection ON collection.id = batch.collection_id
    WHERE ${within(Prisma.sql`batch.collection_id`, reach)}
      AND ${batchId ? Prisma.sql`job.batch_id = ${batchId}` : Prisma.sql`TRUE`}
      AND ${state ? Prisma.sql`job.state = ${state}::job_state` : Prisma.sql`TRUE`}
      AND ${q ? jobMatches(q) : Prisma.sql`TRUE`}
      AND ${order.after(cursor)}
    ORDER BY ${order.orderBy}
    LIMIT ${limit + 1}`;
}

/**
 * The same in the order of batches, from each no more than the page holds: a join would fetch all 100,000 jobs of the
 * newest batch to sort them. Its collection is fetched for each batch: as a join, all collections would be walked in order.
 */
function selectAlongBatches({ reach, q, order, cursor, limit }: JobFilter): Prisma.Sql {
  const most = limit + 1;
  // one more, since of the cursor's batch there may be no jobs left
  const { table, orderBy } = batchesWithJobs(reach, cursor, most + 1);
  return Prisma.sql`
    SELECT ${LIST_COLUMNS}
    FROM ${table} AS batch
    CROSS JOIN LATERAL (SELECT * FROM collection WHERE collection.id = batch.collection_id OFFSET 0) AS collection
    CROSS JOIN LATERAL (
      SELECT * FROM job
      WHERE job.batch_id = batch.id AND ${q ? jobMatches(q) : Prisma.sql`TRUE`} AND ${order.after(cursor)}
      ORDER BY job.ordinal LIMIT ${most}
    ) AS job
    ORDER BY ${orderBy}
    LIMIT ${most}`;
}

function isText(q: string): boolean {
  const text = canonicalText(q);
  return !JOB_ID.test(text) && !BATCH_ID.test(text) && !text.startsWith("ark:/");
}

/** A condition: the job matches `q`, as JobFilter says. */
export function jobMatches(given: string): Prisma.Sql {
  const q = canonicalText(given);
  if (JOB_ID.test(q)) return Prisma.sql`job.id = ${q}`;
  if (BATCH_ID.test(q)) return Prisma.sql`job.batch_id = ${q}`;
  if (q.startsWith("ark:/")) return Prisma.sql`job.ark = ${q}`;
  return textContains("job", q);
}

/**
 * A job as its own page shows it. Sizes in bytes. `objectId`: the object it wrote or will write, if known;
 * `embargoUntil`: as the job stored it, else the object's; `minted`: the state of its ARK's minting.
 */
export type JobViewRow = JobListRow & {
  readonly collectionId: string;
  readonly collectionName: string;
  readonly batchState: BatchState;
  readonly payload: JobPayload;
  readonly payloadUrl: string | null;
  readonly payloadSize: bigint | null;
  readonly received: bigint;
  readonly lastSuccessfulState: JobState | null;
  readonly payloadTrusted: boolean;
  readonly workingDirectory: string | null;
  readonly retryCount: number;
  readonly priority: number;
  readonly submitter: string;
  readonly creator: string | null;
  readonly date: string | null;
  readonly endedAt: Date | null;
  readonly spaceNeeded: bigint;
  readonly spaceReserved: bigint;
  readonly objectId: string | null;
  readonly embargoUntil: Date | null;
  readonly minted: MintedRecord | null;
  readonly update: boolean;
  readonly payloadVersion: number;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly resourceToProvision: string | null;
  /** The version it made, with what that removed. */
  readonly made: MadeVersion | null;
};

export async function findJobView(tx: Sql, jobId: string): Promise<JobViewRow | undefined> {
  const [row] = await tx.$queryRaw<KeptJobHolds<JobViewRow>[]>`
    SELECT job.id, job.batch_id AS "batchId", job.ordinal, collection.slug AS collection, job.state,
      job.state_at AS "stateAt", job.created_at AS "createdAt", job.filename, job.title, COALESCE(job.local_ids, '{}') AS "localIds",
      job.ark, job.wait_code AS "waitCode", job.wait_reason AS "waitReason", job.error_code AS "errorCode", job.error_message AS "errorMessage",
      job.problems, batch.created_at AS "batchCreatedAt", batch.collection_id AS "collectionId",
      collection.name AS "collectionName", batch.state AS "batchState", job.payload, job.payload_url AS "payloadUrl", job.payload_size AS "payloadSize", job.received,
      job.last_successful_state AS "lastSuccessfulState", job.payload_trusted AS "payloadTrusted",
      job.working_directory AS "workingDirectory", job.retry_count AS "retryCount", job.priority, job.submitter,
      job.creator, job.date, job.ended_at AS "endedAt", job.space_needed AS "spaceNeeded",
      job.space_reserved AS "spaceReserved",
      job.update, job.payload_version AS "payloadVersion", job.digest_type AS "digestType",
      job.digest_value AS "digestValue", job.resource_to_provision AS "resourceToProvision",
      stored_object.id AS "objectId",
      CASE WHEN stored.result -> 'embargoUntil' IS NULL THEN stored_object.embargo_until
        ELSE (stored.result ->> 'embargoUntil')::timestamptz END AS "embargoUntil",
      COALESCE(
        (SELECT jsonb_build_object('minter', minter, 'status', status) FROM minted_ark WHERE ark = job.ark),
        (SELECT jsonb_build_object('minter', minter, 'status', status) FROM minted_ark WHERE job_id = job.id AND job.ark IS NULL)
      ) AS minted,
      (SELECT jsonb_build_object('version', version, 'replaced', own_changed, 'removed', own_removed)
        FROM object_version WHERE job_id = job.id) AS made, ${JOB_HOLDS}
    FROM job
    JOIN batch ON batch.id = job.batch_id
    JOIN collection ON collection.id = batch.collection_id
    LEFT JOIN stored_object ON stored_object.id = COALESCE(
      (SELECT object_id FROM object_version WHERE job_id = job.id),
      (SELECT id FROM stored_object WHERE ark = job.ark AND version > 0 AND collection_id = batch.collection_id))
    LEFT JOIN step_result AS stored ON stored.owner_id = job.id AND stored.step = 'store'
    WHERE job.id = ${jobId}`;
  return row && readJobHolds(row);
}

/** The jobs of a batch after a place in it, or one of them. */
export type OutcomeFilter = { readonly batchId: string; readonly limit: number } & (
  | { readonly after: number }
  | { readonly jobId: string }
);

/** The outcomes of a batch's jobs, by place, at most `limit`. */
export async function listJobOutcomes(tx: Sql, filter: OutcomeFilter): Promise<MerrittJob[]> {
  return tx.$queryRaw<MerrittJob[]>`
    SELECT job.id, job.batch_id AS "batchId", job.ordinal, job.state, job.ark,
      COALESCE(job.local_ids, '{}') AS "localIds", job.filename, job.title, job.creator, job.date, job.submitter,
      job.priority, stored.version, job.created_at AS "createdAt", job.ended_at AS "endedAt",
      job.error_message AS "errorMessage", job.wait_reason AS "waitReason"
    FROM job LEFT JOIN object_version AS stored ON stored.job_id = job.id
    WHERE job.batch_id = ${filter.batchId}
      AND ${"jobId" in filter ? Prisma.sql`job.id = ${filter.jobId}` : Prisma.sql`job.ordinal > ${filter.after}`}
    ORDER BY job.ordinal
    LIMIT ${filter.limit}`;
}

export type BegunJobsRow = BegunJobs & { readonly state: JobState };

/**
 * Jobs of each batch that have begun and not ended, by state and wait code, and those that cannot begin because the
 * intake is held; batches without any are left out. At most 200 batches. Reads only active jobs, not all of a large
 * batch.
 */
export async function countBegunJobs(
  tx: Sql,
  batchIds: readonly string[],
): Promise<Map<string, readonly BegunJobsRow[]>> {
  const found = new Map<string, BegunJobsRow[]>();
  if (batchIds.length === 0) return found;
  const rows = await tx.$queryRaw<(BegunJobsRow & { batchId: string })[]>`
    SELECT batch_id AS "batchId", state, wait_code AS code, count(*)::int AS jobs, min(wait_reason) AS reason
    FROM job
    WHERE batch_id = ANY(${[...batchIds]}::text[])
      AND (state IN ${JOB_IS.begun}
        OR (state = 'Pending' AND wait_code IS NOT NULL))
    GROUP BY batch_id, state, wait_code`;
  for (const { batchId, ...row } of rows) found.set(batchId, [...(found.get(batchId) ?? []), row]);
  return found;
}

/** Jobs of each batch by state, counted from the rows; batches without jobs are left out. At most 200 batches. */
export async function countJobsByState(
  tx: Sql,
  batchIds: readonly string[],
): Promise<Map<string, JobCounts>> {
  const counts = new Map<string, Record<string, number>>();
  if (batchIds.length === 0) return counts;
  const rows = await tx.$queryRaw<{ batchId: string; state: JobState; jobs: number }[]>`
    SELECT batch_id AS "batchId", state, count(*)::int AS jobs
    FROM job WHERE batch_id = ANY(${[...batchIds]}::text[])
    GROUP BY batch_id, state`;
  for (const { batchId, state, jobs } of rows) {
    counts.set(batchId, { ...counts.get(batchId), [state]: jobs });
  }
  return counts;
}
