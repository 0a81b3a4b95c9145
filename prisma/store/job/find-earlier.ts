import { ProfileSettings } from "../../../core/contracts/profile.ts";
import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** What a job calls its object. Local ids count within one owner only. */
export type ObjectNames = {
  readonly jobId: string;
  readonly owner: string;
  readonly suppliedArk: string | null;
  readonly localIds: readonly string[];
};

/** The other job: whether it has its working storage already. */
export type EarlierSpace = "with space" | "without space";

const DEFAULT_OWNER = ProfileSettings.parse({}).owner;

/** The partial indexes job_open_local_ids_idx and job_open_supplied_ark_idx have the same condition. */
const OPEN = Prisma.sql`state NOT IN ('Completed', 'Failed', 'Deleted')`;

const SPACE = {
  "with space": Prisma.sql`(named.state IN ('Processing', 'Recording', 'Notify') OR (named.state = 'Downloading' AND named.space_reserved > 0))`,
  "without space": Prisma.sql`(named.state IN ('Pending', 'Held', 'Estimating', 'Provisioning') OR (named.state = 'Downloading' AND named.space_reserved = 0))`,
} as const satisfies Record<EarlierSpace, Prisma.Sql>;

/**
 * What comes first: a job, or with `state` null a batch whose jobs are still being made, so that nobody knows yet. One that
 * was released and waits for room in its lane is not waited for: it may wait for the one that would wait.
 */
export type Earlier = { readonly id: string; readonly state: JobState | null };

/**
 * A job of the same lane that was accepted earlier, has not ended, and names the same object: by ARK, by a local id, or by
 * any other name that object is known by. Undefined too for a job that has its object already: whoever comes earlier then
 * waits for it. Batches whose jobs are being made count as having no space. The steps are in the order that reads little
 * whatever the planner knows of the tables. Source: docs/reference/states.md, "Order on one object".
 */
export async function findEarlier(
  tx: Sql,
  names: ObjectNames,
  space: EarlierSpace,
): Promise<Earlier | undefined> {
  const { jobId, owner, suppliedArk, localIds } = names;
  if (suppliedArk === null && localIds.length === 0) return undefined;
  const [earlier] = await tx.$queryRaw<Earlier[]>`
    WITH me AS MATERIALIZED (
      SELECT batch.lane_id, batch.lane_seq, job.ordinal
      FROM job JOIN batch ON batch.id = job.batch_id
      WHERE job.id = ${jobId} AND NOT EXISTS (SELECT 1 FROM stored_object WHERE busy_job_id = ${jobId})
    ), object AS MATERIALIZED (
      SELECT id, ark FROM stored_object WHERE ark = ${suppliedArk}
      UNION
      SELECT stored_object.id, stored_object.ark
      FROM local_id JOIN stored_object ON stored_object.id = local_id.object_id
      WHERE local_id.owner = ${owner} AND local_id.local_id = ANY(${[...localIds]}::text[])
    ), called AS MATERIALIZED (
      SELECT array_remove(ARRAY(SELECT ark FROM object) || ${suppliedArk}::text, NULL) AS arks,
        ${[...localIds]}::text[] || ARRAY(
          SELECT local_id.local_id FROM local_id JOIN object ON object.id = local_id.object_id WHERE local_id.owner = ${owner}
        ) AS local_ids
    ), named AS MATERIALIZED (
      SELECT job.*, true AS by_local_id
      FROM (SELECT DISTINCT unnest(local_ids) AS name FROM called) AS mine CROSS JOIN LATERAL (
        SELECT id, batch_id, ordinal, state, space_reserved FROM job
        WHERE ${OPEN} AND local_ids <> '{}' AND local_ids @> ARRAY[mine.name] OFFSET 0) AS job
      UNION ALL
      SELECT job.*, false
      FROM (SELECT DISTINCT unnest(arks) AS ark FROM called) AS mine CROSS JOIN LATERAL (
        SELECT id, batch_id, ordinal, state, space_reserved FROM job
        WHERE ${OPEN} AND supplied_ark = mine.ark OFFSET 0) AS job
      UNION ALL
      SELECT job.*, false
      FROM (SELECT DISTINCT unnest(arks) AS ark FROM called) AS mine CROSS JOIN LATERAL (
        SELECT id, batch_id, ordinal, state, space_reserved FROM job
        WHERE ${OPEN} AND ark = mine.ark OFFSET 0) AS job
    ), making AS MATERIALIZED (
      SELECT id, lane_id, lane_seq FROM batch
      WHERE ${space === "without space"} AND state = 'Processing' AND expanded_at IS NULL AND submitted
    )
    (
      SELECT named.id, named.state
      FROM named CROSS JOIN LATERAL (
          SELECT lane_id, lane_seq, profile_version_id FROM batch WHERE batch.id = named.batch_id OFFSET 0
        ) AS batch
        JOIN me ON me.lane_id = batch.lane_id AND (batch.lane_seq, named.ordinal) < (me.lane_seq, me.ordinal)
      WHERE ${SPACE[space]} AND (NOT named.by_local_id OR ${owner} = (
        SELECT COALESCE(settings ->> 'owner', ${DEFAULT_OWNER}) FROM profile_version WHERE id = batch.profile_version_id))
      LIMIT 1
    ) UNION ALL (
      SELECT making.id, NULL FROM making JOIN me ON me.lane_id = making.lane_id AND making.lane_seq < me.lane_seq
      LIMIT 1
    )
    LIMIT 1`;
  return earlier;
}
