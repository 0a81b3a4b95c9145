import { type LocalIdScope, sharedOwner } from "../../../core/identifier/local-id-scope.ts";
import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { inScope } from "../object/identity.ts";
import { JOB_IS } from "../states-sql.ts";

/** The names a job gives its object. ARKs count within its collection, local ids within their scope. */
export type ObjectNames = LocalIdScope & {
  readonly jobId: string;
  readonly suppliedArk: string | null;
  readonly localIds: readonly string[];
};

/** Whether the other job already has working storage. */
export type EarlierSpace = "with space" | "without space";

/**
 * It has not ended, in the words of the partial indexes job_open_named_idx and job_open_supplied_idx alone: with the
 * state, the planner may read all open jobs by job_open_idx where it takes them for few.
 */
const OPEN = Prisma.sql`ended_at IS NULL`;

const SPACE = {
  "with space": Prisma.sql`(named.state IN ${JOB_IS.fetched} OR (named.state = 'Downloading' AND named.space_reserved > 0))`,
  "without space": Prisma.sql`(named.state IN ${JOB_IS.unfetched} OR (named.state = 'Downloading' AND named.space_reserved = 0))`,
} as const satisfies Record<EarlierSpace, Prisma.Sql>;

/**
 * What comes first: a job or, with `state` null, a batch whose jobs are still being made and so unknown. A released
 * batch that waits for room in its lane does not count: it may itself be waiting for this job. `isForeign`: it belongs
 * to another collection, which shares its local ids with this one.
 */
export type Earlier = { readonly id: string; readonly state: JobState | null; readonly isForeign: boolean };

/**
 * A job of the same lane that was accepted earlier, has not ended, and names the same object: by ARK, by a local id, or
 * by any other name of that object. Local ids are compared as they read. Another collection's job can name it only by a
 * shared local id; its ARKs would be refused, so deposits that may not have the object keep nobody waiting. Also
 * undefined for a job that already has its object: earlier jobs then wait for it. Batches whose jobs are being made
 * count as having no space. The steps are ordered so that little is read, whatever the planner knows about the tables.
 * Source: docs/reference/states.md, "Order on one object".
 */
export async function findEarlier(
  tx: Sql,
  names: ObjectNames,
  space: EarlierSpace,
): Promise<Earlier | undefined> {
  const { jobId, collectionId, owner, suppliedArk, localIds } = names;
  if (suppliedArk === null && localIds.length === 0) return undefined;
  const isOurs = Prisma.sql`batch.collection_id = ${collectionId}`;
  const sharesIds = Prisma.sql`(${isOurs} OR ${sharedOwner(owner)} = (
    SELECT settings ->> 'owner' FROM profile_version WHERE id = batch.profile_version_id))`;
  const [earlier] = await tx.$queryRaw<Earlier[]>`
    WITH me AS MATERIALIZED (
      SELECT batch.lane_id, batch.lane_seq, job.ordinal
      FROM job JOIN batch ON batch.id = job.batch_id
      WHERE job.id = ${jobId} AND NOT EXISTS (SELECT 1 FROM stored_object WHERE busy_job_id = ${jobId})
    ), object AS MATERIALIZED (
      SELECT id, ark FROM stored_object WHERE ark = ${suppliedArk} AND collection_id = ${collectionId}
      UNION
      SELECT stored_object.id, stored_object.ark
      FROM local_id JOIN stored_object ON stored_object.id = local_id.object_id
      WHERE canonical_text(local_id.local_id) = ANY(canonical_texts(${[...localIds]}::text[])) AND ${inScope(names)}
    ), called AS MATERIALIZED (
      SELECT array_remove(ARRAY(SELECT ark FROM object) || ${suppliedArk}::text, NULL) AS arks,
        canonical_texts(${[...localIds]}::text[]) || ARRAY(
          SELECT canonical_text(local_id.local_id) FROM local_id JOIN object ON object.id = local_id.object_id
        ) AS local_ids
    ), named AS MATERIALIZED (
      SELECT job.*, true AS by_local_id
      FROM (SELECT DISTINCT unnest(local_ids) AS name FROM called) AS mine CROSS JOIN LATERAL (
        SELECT id, batch_id, ordinal, state, space_reserved FROM job
        WHERE ${OPEN} AND local_ids <> '{}' AND canonical_texts(local_ids) @> ARRAY[mine.name] OFFSET 0) AS job
      UNION ALL
      SELECT job.*, false
      FROM (SELECT DISTINCT unnest(arks) AS ark FROM called) AS mine CROSS JOIN LATERAL (
        SELECT id, batch_id, ordinal, state, space_reserved FROM job
        WHERE ${OPEN} AND supplied_ark = mine.ark OFFSET 0) AS job
      UNION ALL
      SELECT job.*, false
      FROM (SELECT DISTINCT unnest(arks) AS ark FROM called) AS mine CROSS JOIN LATERAL (
        SELECT id, batch_id, ordinal, state, space_reserved FROM job
        WHERE ark = mine.ark OFFSET 0) AS job
    ), making AS MATERIALIZED (
      SELECT id, lane_id, lane_seq, collection_id FROM batch
      WHERE ${space === "without space"} AND state = 'Processing' AND expanded_at IS NULL AND submitted AND ${sharesIds}
    )
    (
      SELECT named.id, named.state, NOT ${isOurs} AS "isForeign"
      FROM named CROSS JOIN LATERAL (
          SELECT lane_id, lane_seq, collection_id, profile_version_id FROM batch WHERE batch.id = named.batch_id OFFSET 0
        ) AS batch
        JOIN me ON me.lane_id = batch.lane_id AND (batch.lane_seq, named.ordinal) < (me.lane_seq, me.ordinal)
      WHERE ${SPACE[space]} AND CASE WHEN named.by_local_id THEN ${sharesIds} ELSE ${isOurs} END
      LIMIT 1
    ) UNION ALL (
      SELECT making.id, NULL, making.collection_id <> ${collectionId} FROM making JOIN me ON me.lane_id = making.lane_id AND making.lane_seq < me.lane_seq
      LIMIT 1
    )
    LIMIT 1`;
  return earlier;
}
