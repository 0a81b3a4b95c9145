import type { Sql } from "../../sql.ts";
import { OUTCOME_SQL } from "./outcome-sql.ts";

/** Jobs of a batch by ordinal, ascending, and the outcome told about each; two lists of one length, 1 to 1,000. */
export type ToldPage = { readonly ordinals: readonly number[]; readonly outcomes: readonly string[] };

/**
 * Keeps what was told about these jobs of the batch. Only jobs that still have that outcome are marked. The range of
 * ordinals keeps the planner from reading the whole batch for every page.
 * @returns how many were marked; fewer than given means that some have changed since they were read
 */
export async function markTold(tx: Sql, batchId: string, { ordinals, outcomes }: ToldPage): Promise<number> {
  return tx.$executeRaw`
    UPDATE job SET reported_outcome = told.outcome
    FROM unnest(${[...ordinals]}::int[], ${[...outcomes]}::text[]) AS told (ordinal, outcome)
    WHERE job.batch_id = ${batchId} AND job.ordinal BETWEEN ${ordinals.at(0) ?? 0} AND ${ordinals.at(-1) ?? 0}
      AND job.ordinal = told.ordinal AND ${OUTCOME_SQL} = told.outcome`;
}
