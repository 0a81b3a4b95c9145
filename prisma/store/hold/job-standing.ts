import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdColumns } from "./tables.ts";

const JOB = Prisma.sql`job`;

/** A job as a hold on it needs it, locked until the transaction ends. */
export type JobStanding = { readonly state: JobState; readonly hold: Hold | null };

/** Where a job belongs, which never changes. */
export async function findJobPlace(
  tx: Sql,
  jobId: string,
): Promise<{ readonly batchId: string; readonly collectionId: string } | undefined> {
  const [place] = await tx.$queryRaw<{ batchId: string; collectionId: string }[]>`
    SELECT batch.id AS "batchId", batch.collection_id AS "collectionId"
    FROM job JOIN batch ON batch.id = job.batch_id WHERE job.id = ${jobId}`;
  return place;
}

/** Locks a job; undefined when it is gone. */
export async function lockJob(tx: Sql, jobId: string): Promise<JobStanding | undefined> {
  const [row] = await tx.$queryRaw<({ state: JobState } & HoldColumns)[]>`
    SELECT state, ${holdColumns(JOB)} FROM job WHERE id = ${jobId} FOR UPDATE`;
  return row && { state: row.state, hold: holdOf(row) };
}
