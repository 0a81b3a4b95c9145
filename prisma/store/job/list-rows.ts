import { canonicalText } from "../../../core/canonical-text.ts";
import type { Hold } from "../../../core/hold/hold.ts";
import { BATCH_ID, JOB_ID } from "../../../core/ids.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { JOB_HOLDS, type KeptJobHolds, readJobHolds } from "../hold/job-holds.ts";
import { contains, searching } from "../search.ts";
import { type Reach, within } from "../within.ts";
import type { JobOrder, JobPlace } from "./list-order.ts";

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

/** Jobs in the given order, one more than `limit`. `problems` are left to the job's own page. Errors: `search_too_slow`. */
export async function listJobRows(db: Db, filter: JobFilter): Promise<JobListRow[]> {
  const { reach, batchId, state, q, order, cursor, limit } = filter;
  const statement = Prisma.sql`
    SELECT job.id, job.batch_id AS "batchId", job.ordinal, collection.slug AS collection, job.state,
      job.state_at AS "stateAt", job.created_at AS "createdAt", job.filename, job.title, COALESCE(job.local_ids, '{}') AS "localIds",
      job.ark, job.wait_code AS "waitCode", job.wait_reason AS "waitReason", job.error_code AS "errorCode", job.error_message AS "errorMessage",
      NULL AS problems, batch.created_at AS "batchCreatedAt", ${JOB_HOLDS}
    FROM job
    JOIN batch ON batch.id = job.batch_id
    JOIN collection ON collection.id = batch.collection_id
    WHERE ${within(Prisma.sql`batch.collection_id`, reach)}
      AND ${batchId ? Prisma.sql`job.batch_id = ${batchId}` : Prisma.sql`TRUE`}
      AND ${state ? Prisma.sql`job.state = ${state}::job_state` : Prisma.sql`TRUE`}
      AND ${q ? jobMatches(q) : Prisma.sql`TRUE`}
      AND ${order.after(cursor)}
    ORDER BY ${order.orderBy}
    LIMIT ${limit + 1}`;
  const rows = await (q ? searching<Kept>(db, statement) : db.$queryRaw<Kept[]>(statement));
  return rows.map(readJobHolds);
}

/** A condition that a job is found by `q`, as JobFilter says. */
export function jobMatches(given: string): Prisma.Sql {
  const q = canonicalText(given);
  if (JOB_ID.test(q)) return Prisma.sql`job.id = ${q}`;
  if (BATCH_ID.test(q)) return Prisma.sql`job.batch_id = ${q}`;
  if (q.startsWith("ark:/")) return Prisma.sql`job.ark = ${q}`;
  return contains(
    [
      Prisma.sql`job.filename`,
      Prisma.sql`job.title`,
      Prisma.sql`job.submitter`,
      Prisma.sql`array_to_string(job.local_ids, ' ')`,
    ],
    q,
  );
}
