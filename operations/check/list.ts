import type { CheckQuery } from "../../core/contracts/check-requests.ts";
import type { CheckRow } from "../../core/contracts/check-views.ts";
import type { Page } from "../../core/contracts/views.ts";
import { listRuns } from "../../prisma/store/check/findings.ts";
import { pageOf, readTimeCursor, writeTimeCursor } from "../../prisma/store/page.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { checkRow } from "./view.ts";

/**
 * Checks, newest first.
 * @throws WaybillError `not_allowed`
 */
export async function listChecks(ctx: Context, { cursor, limit }: CheckQuery): Promise<Page<CheckRow>> {
  allow(ctx.actor, "run-check");
  const rows = await listRuns(ctx.db, { after: readTimeCursor(cursor), limit });
  return pageOf(rows, limit, ({ createdAt, id }) => writeTimeCursor({ at: createdAt, id }), checkRow);
}
