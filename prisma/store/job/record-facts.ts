import type { GivenFacts } from "../../../core/metadata/merge-facts.ts";
import type { Sql } from "../../sql.ts";

/** Name of the kept step that holds what a job's form or row said, before its files were read. */
export const GIVEN_STEP = "given";

/** Writes on a job what its metadata files, or the version before, say of its object; what it was given is kept once, as a step. */
export async function recordFacts(
  tx: Sql,
  job: { readonly id: string; readonly fence: bigint },
  facts: GivenFacts,
): Promise<void> {
  await tx.$executeRaw`
    WITH mine AS (
      SELECT id, fence, creator, title, date, COALESCE(local_ids, '{}') AS local_ids, supplied_ark
      FROM job WHERE id = ${job.id} AND fence = ${job.fence} FOR UPDATE
    ), given AS (
      INSERT INTO step_result (owner_id, step, result, fence)
      SELECT id, ${GIVEN_STEP}, jsonb_build_object('creator', creator, 'title', title, 'date', date,
        'localIds', to_jsonb(local_ids), 'suppliedArk', supplied_ark), fence
      FROM mine
      ON CONFLICT (owner_id, step) DO NOTHING
    )
    UPDATE job SET creator = ${facts.creator}, title = ${facts.title}, date = ${facts.date},
      local_ids = ${[...facts.localIds]}::text[], supplied_ark = ${facts.suppliedArk}
    FROM mine WHERE job.id = mine.id`;
}
