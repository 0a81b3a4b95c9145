import type { JobQuery } from "../../core/contracts/requests.ts";
import type { JobRow, Page } from "../../core/contracts/views.ts";
import { listJobRows } from "../../prisma/store/job/list.ts";
import { JOB_ORDERS, type JobOrder } from "../../prisma/store/job/order.ts";
import { pageOf } from "../../prisma/store/page.ts";
import { readableReach } from "../collection/reach.ts";
import type { Context } from "../context.ts";
import { jobRow } from "./row-view.ts";

/**
 * Jobs the actor may read: of one batch by place; of one state the latest to enter it first; else newest batch first.
 * @throws WaybillError `unknown_collection`, `search_too_slow`
 */
export async function listJobs(ctx: Context, query: JobQuery): Promise<Page<JobRow>> {
  const { batch, state, q, cursor, limit } = query;
  const order = orderOf(query);
  const rows = await listJobRows(ctx.db, {
    reach: await readableReach(ctx, query.collection),
    batchId: batch,
    state,
    q,
    order,
    cursor,
    limit,
  });
  return pageOf(rows, limit, order.cursorOf, jobRow);
}

function orderOf({ batch, state }: JobQuery): JobOrder {
  if (batch !== undefined) return JOB_ORDERS.inBatch;
  return state === undefined ? JOB_ORDERS.byBatch : JOB_ORDERS.byMove;
}
