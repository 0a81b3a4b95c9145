import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdColumns } from "./tables.ts";

const BATCH = Prisma.sql`batch`;

/** A batch as a hold on it needs it, locked until the transaction ends. */
export type BatchStanding = {
  readonly state: BatchState;
  readonly isLedgers: boolean;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly hold: Hold | null;
};

/** Where a batch belongs, which never changes. */
export async function findBatchPlace(
  tx: Sql,
  batchId: string,
): Promise<{ readonly collectionId: string; readonly laneId: string } | undefined> {
  const [place] = await tx.$queryRaw<{ collectionId: string; laneId: string }[]>`
    SELECT collection_id AS "collectionId", lane_id AS "laneId" FROM batch WHERE id = ${batchId}`;
  return place;
}

/** Locks a batch's lane, then the batch, as those do that hand it over. Errors: none; undefined when it is gone. */
export async function lockBatch(
  tx: Sql,
  batchId: string,
  laneId: string,
): Promise<BatchStanding | undefined> {
  await tx.$executeRaw`SELECT FROM lane WHERE id = ${laneId} FOR UPDATE`;
  const [row] = await tx.$queryRaw<(Omit<BatchStanding, "hold"> & HoldColumns)[]>`
    SELECT state, kind = 'LedgerBatch' AS "isLedgers", submitted, submission_status AS status, ${holdColumns(BATCH)}
    FROM batch WHERE id = ${batchId} FOR UPDATE`;
  if (!row) return undefined;
  const { state, isLedgers, submitted, status } = row;
  return { state, isLedgers, submitted, status, hold: holdOf(row) };
}
