import { reachOf } from "../../core/access/roles.ts";
import type { CallbackQuery } from "../../core/contracts/callback-requests.ts";
import type { CallbackPage } from "../../core/contracts/callback-views.ts";
import { countFailedCallbacks, listCallbackRows } from "../../prisma/store/outbox/callback.ts";
import { pageOf, readTimeCursor, writeTimeCursor } from "../../prisma/store/page.ts";
import { readableReach } from "../collection/reach.ts";
import type { Context } from "../context.ts";
import { callbackRow } from "./row-view.ts";

/**
 * Callbacks of the collections the actor may read, newest first, and how many have been given up in total.
 * @throws WaybillError `unknown_collection`
 */
export async function listCallbacks(ctx: Context, query: CallbackQuery): Promise<CallbackPage> {
  const { status, collection, job: jobId, cursor, limit } = query;
  const reach = await readableReach(ctx, collection);
  const [rows, failed] = await Promise.all([
    listCallbackRows(ctx.db, { reach, jobId, status, after: readTimeCursor(cursor), limit }),
    countFailedCallbacks(ctx.db, reachOf(ctx.actor, "read")),
  ]);
  const page = pageOf(
    rows,
    limit,
    ({ createdAt, id }) => writeTimeCursor({ at: createdAt, id }),
    callbackRow,
  );
  return { ...page, failed };
}
