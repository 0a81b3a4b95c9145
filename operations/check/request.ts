import type { CheckRequest } from "../../core/contracts/check-requests.ts";
import type { CheckRow } from "../../core/contracts/check-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findOpenRun, findRun } from "../../prisma/store/check/findings.ts";
import { insertRun } from "../../prisma/store/check/run.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { checkRow } from "./view.ts";

/**
 * Requests a check, which a worker runs. While one is waiting or running, that one is returned, so asking twice is
 * harmless.
 * @throws WaybillError `not_allowed`
 */
export async function requestCheck(ctx: Context, { deep }: CheckRequest): Promise<CheckRow> {
  allow(ctx.actor, "run-check");
  const open = await findOpenRun(ctx.db);
  const id = open ?? ctx.uuid();
  if (open === undefined) {
    await ctx.db.$transaction(async (tx) => {
      await insertRun(tx, { id, requestedBy: ctx.actor.name, isDeep: deep });
      await writeAudit(tx, ctx.actor, { action: "check.run", target: id, after: { deep } });
    });
    ctx.changes.note({ due: true });
  }
  const run = await findRun(ctx.db, id);
  if (!run) throw new WaybillError("not_found", "There is no such check.");
  return checkRow(run);
}
