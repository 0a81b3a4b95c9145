import type { BatchState } from "../../../core/batch/states.ts";
import type { Sql } from "../../sql.ts";

/** What deciding on a batch that may stand still takes, locked until the transaction ends. `jobs`: how many it has. */
export type Standstill = {
  readonly collectionId: string;
  readonly state: BatchState;
  readonly isStopped: boolean;
  readonly errorCode: string | null;
  readonly jobs: number;
};

export async function lockStandstill(tx: Sql, batchId: string): Promise<Standstill | undefined> {
  const [batch] = await tx.$queryRaw<Standstill[]>`
    SELECT collection_id AS "collectionId", state, stopped_at IS NOT NULL AS "isStopped", error_code AS "errorCode",
      (SELECT count(*)::int FROM job WHERE job.batch_id = batch.id) AS jobs
    FROM batch WHERE id = ${batchId} FOR NO KEY UPDATE`;
  return batch;
}
