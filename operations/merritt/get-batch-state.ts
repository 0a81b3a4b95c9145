import { foundState } from "../../core/merritt/batch-state.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import { listJobOutcomes } from "../../prisma/store/job/list.ts";
import { getBatch } from "../batch/get.ts";
import type { Context } from "../context.ts";

const MOST_JOBS = 1000;

/**
 * The state of a batch, with up to 1,000 of its jobs after the place `after`; if there are more, its message says how
 * to get them.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function getBatchState(
  ctx: Context,
  { batchId, after }: { readonly batchId: string; readonly after: number },
): Promise<MerrittState> {
  const batch = await getBatch(ctx, batchId);
  const jobs = await listJobOutcomes(ctx.db, { batchId, after, limit: MOST_JOBS + 1 });
  const shown = jobs.slice(0, MOST_JOBS);
  const last = shown.at(-1)?.ordinal;
  const hasMore = jobs.length > MOST_JOBS;
  return foundState(
    batch,
    shown,
    hasMore ? `There are more jobs: ask again with ?after=${last}.` : undefined,
  );
}
