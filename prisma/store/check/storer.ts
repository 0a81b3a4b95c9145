import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { olderThan } from "./older-than.ts";

/** The job that stored a version. `isRecent`: it moved within the grace period. `hasStep`: it knows that it stored it. `hasSizes`: its files are as Downloading left them. */
export type Storer = {
  readonly jobId: string;
  readonly batchId: string;
  readonly state: JobState;
  readonly isRecent: boolean;
  readonly hasStep: boolean;
  readonly hasSizes: boolean;
  readonly objectId: string | null;
  readonly submitter: string;
  readonly localIds: readonly string[];
  readonly creator: string | null;
  readonly title: string | null;
  readonly date: string | null;
};

export async function findStorer(tx: Sql, jobId: string, graceMs: number): Promise<Storer | undefined> {
  const [storer] = await tx.$queryRaw<Storer[]>`
    SELECT job.id AS "jobId", job.batch_id AS "batchId", job.state, NOT ${olderThan(Prisma.sql`job.state_at`, graceMs)} AS "isRecent",
      step.owner_id IS NOT NULL AS "hasStep", step.result ->> 'objectId' AS "objectId",
      NOT EXISTS (SELECT FROM job_file WHERE job_file.job_id = job.id AND job_file.size IS NULL) AS "hasSizes",
      job.submitter, job.local_ids AS "localIds", job.creator, job.title, job.date
    FROM job LEFT JOIN step_result AS step ON step.owner_id = job.id AND step.step = 'store'
    WHERE job.id = ${jobId}`;
  return storer;
}

/** A collection an object belongs to, and its owner by the newest profile. */
export type Home = { readonly collectionId: string; readonly owner: string };

/** The collection of a batch; else the one called so, by its slug or by the ARK in its newest profile. */
export async function findHome(
  tx: Sql,
  { batchId, membership }: { readonly batchId: string; readonly membership: string },
): Promise<Home | undefined> {
  const [home] = await tx.$queryRaw<Home[]>`
    SELECT collection.id AS "collectionId", profile.settings ->> 'owner' AS owner
    FROM collection
    JOIN LATERAL (
      SELECT settings FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1) AS profile ON TRUE
    LEFT JOIN batch ON batch.id = ${batchId} AND batch.collection_id = collection.id
    WHERE batch.id IS NOT NULL OR collection.slug = ${membership} OR profile.settings ->> 'collectionArk' = ${membership}
    ORDER BY batch.id IS NULL LIMIT 1`;
  return home;
}
