import type { ObjectRow } from "../../core/contracts/object-views.ts";
import type { ObjectQuery } from "../../core/contracts/requests.ts";
import type { Page } from "../../core/contracts/views.ts";
import { listObjectRows } from "../../prisma/store/object/read.ts";
import { pageOf, readTimeCursor, writeTimeCursor } from "../../prisma/store/page.ts";
import { readableReach } from "../collection/reach.ts";
import type { Context } from "../context.ts";
import { objectRow } from "./row-view.ts";

/**
 * Stored objects the actor may read, newest change first.
 * @throws WaybillError `unknown_collection`, `search_too_slow`
 */
export async function listObjects(ctx: Context, query: ObjectQuery): Promise<Page<ObjectRow>> {
  const rows = await listObjectRows(ctx.db, {
    reach: await readableReach(ctx, query.collection),
    q: query.q,
    after: readTimeCursor(query.cursor),
    limit: query.limit,
  });
  return pageOf(rows, query.limit, ({ updatedAt, id }) => writeTimeCursor({ at: updatedAt, id }), objectRow);
}
