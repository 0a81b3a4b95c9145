import { reachOf } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { type CallbackListRow, listCallbackRows } from "../../prisma/store/outbox/callback.ts";
import type { Context } from "../context.ts";

/**
 * A callback of a collection the actor may read.
 * @throws WaybillError `not_found`
 */
export async function getReadableCallback({ db, actor }: Context, id: string): Promise<CallbackListRow> {
  const [row] = await listCallbackRows(db, { reach: reachOf(actor, "read"), id, limit: 1 });
  if (!row) throw new WaybillError("not_found", "There is no such callback, or you cannot see it.");
  return row;
}
