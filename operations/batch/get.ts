import { can } from "../../core/access/roles.ts";
import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findBatchView } from "../../prisma/store/batch/read.ts";
import { hasResumableJob } from "../../prisma/store/job/bulk.ts";
import { countBegunJobs } from "../../prisma/store/job/list.ts";
import { listReportsOfBatch } from "../../prisma/store/report.ts";
import { sumWarnings } from "../../prisma/store/step.ts";
import type { Context } from "../context.ts";
import { countJobs } from "./count-jobs.ts";
import { findLaneGoing } from "./find-lane-going.ts";
import { placeInLine } from "./place-in-line.ts";
import { recentBytes } from "./recent-bytes.ts";
import { batchView, hasBegun } from "./view.ts";

/**
 * One batch as its page shows it: where it stands, its jobs and bytes counted from the rows, and its reports.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function getBatch(ctx: Context, batchId: string): Promise<BatchView> {
  const { db, actor, env } = ctx;
  const batch = await findBatchView(db, batchId);
  if (!batch || !can(actor, "read", batch.collectionId)) {
    throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  }
  const jobs = (await countJobs(db, [batchId])).get(batchId) ?? {};
  const total = Object.values(jobs).reduce((sum, count) => sum + count, 0);
  const [bytes, begun, lane, line, resumable, warnings, reports] = await Promise.all([
    recentBytes(ctx, { id: batchId, jobs: total, moving: batch.endedAt === null }),
    countBegunJobs(db, [batchId]),
    findLaneGoing(ctx, batch),
    batch.state === "Pending" || !hasBegun(batch) ? placeInLine(ctx, batch) : null,
    hasResumableJob(db, batchId),
    sumWarnings(db, batchId),
    listReportsOfBatch(db, batchId),
  ]);
  const found = { bytes, line, resumable, warnings, reports };
  const around = { jobs, begun: begun.get(batchId) ?? [], lane, ...found };
  return batchView(batch, around, actor, env);
}
