import type { BatchQuery } from "../../core/contracts/requests.ts";
import type { BatchRow, Page } from "../../core/contracts/views.ts";
import { listBatchRows } from "../../prisma/store/batch/read.ts";
import { countBegunJobs } from "../../prisma/store/job/list.ts";
import { pageOf, readTimeCursor, writeTimeCursor } from "../../prisma/store/page.ts";
import { readableReach } from "../collection/reach.ts";
import type { Context } from "../context.ts";
import { countJobs } from "./count-jobs.ts";
import { listHalted } from "./list-halted.ts";
import { batchRow } from "./row-view.ts";

/**
 * Batches the actor may read, newest first.
 * @throws WaybillError `unknown_collection`, `search_too_slow`
 */
export async function listBatches(ctx: Context, query: BatchQuery): Promise<Page<BatchRow>> {
  const { state, q, limit } = query;
  const rows = await listBatchRows(ctx.db, {
    reach: await readableReach(ctx, query.collection),
    state,
    q,
    after: readTimeCursor(query.cursor),
    limit,
  });
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const [jobs, begun, halted] = await Promise.all([
    countJobs(ctx.db, ids),
    countBegunJobs(ctx.db, ids),
    listHalted(ctx, shown),
  ]);
  return pageOf(
    rows,
    limit,
    ({ createdAt, id }) => writeTimeCursor({ at: createdAt, id }),
    (row) =>
      batchRow(row, {
        jobs: jobs.get(row.id) ?? {},
        begun: begun.get(row.id) ?? [],
        lane: halted.has(row.id) ? "halted" : "not_halted",
      }),
  );
}
