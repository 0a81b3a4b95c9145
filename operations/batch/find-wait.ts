import type { BatchWait } from "../../core/contracts/views.ts";
import { findBatchView } from "../../prisma/store/batch/read.ts";
import { countBegunJobs } from "../../prisma/store/job/list.ts";
import type { Context } from "../context.ts";
import { findLaneGoing } from "./find-lane-going.ts";
import { waitOf } from "./row-view.ts";

/**
 * What a batch waits for, to be shown with one of its jobs; null: nothing, or there is no such batch. The caller has
 * checked that the actor may read it.
 */
export async function findBatchWait(ctx: Pick<Context, "db">, batchId: string): Promise<BatchWait | null> {
  const [batch, begun] = await Promise.all([
    findBatchView(ctx.db, batchId),
    countBegunJobs(ctx.db, [batchId]),
  ]);
  if (!batch) return null;
  return waitOf(batch, { begun: begun.get(batchId) ?? [], lane: await findLaneGoing(ctx, batch) });
}
