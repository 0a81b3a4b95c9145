import type { DeletableBatch } from "../../../core/batch/deletable.ts";
import type { Sql } from "../../sql.ts";

/** A batch about to be deleted. `failed`, `held`: its jobs in those states, by place. */
export type LockedBatch = DeletableBatch & {
  readonly collectionId: string;
  readonly failed: readonly string[];
  readonly held: readonly string[];
};

/**
 * What deciding on a batch's deletion takes. The batch and the jobs named stay as they are until the transaction ends.
 * Jobs are counted once those are locked, so that one resumed at the same moment counts as open.
 */
export async function lockForDelete(tx: Sql, batchId: string): Promise<LockedBatch | undefined> {
  const [batch] = await tx.$queryRaw<Pick<LockedBatch, "state" | "kind" | "collectionId">[]>`
    SELECT state, kind, collection_id AS "collectionId" FROM batch WHERE id = ${batchId} FOR NO KEY UPDATE`;
  if (!batch) return undefined;
  const jobs = await tx.$queryRaw<{ id: string; state: string }[]>`
    SELECT id, state FROM job WHERE batch_id = ${batchId} AND state IN ('Failed', 'Held')
    ORDER BY ordinal FOR NO KEY UPDATE`;
  const [open] = await tx.$queryRaw<{ jobs: number }[]>`
    SELECT count(*)::int AS jobs FROM job
    WHERE batch_id = ${batchId} AND state NOT IN ('Completed', 'Failed', 'Deleted', 'Held')`;
  const idsIn = (state: string) => jobs.filter((job) => job.state === state).map(({ id }) => id);
  return { ...batch, openJobs: open?.jobs ?? 0, failed: idsIn("Failed"), held: idsIn("Held") };
}
