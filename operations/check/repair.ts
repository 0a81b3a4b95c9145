import { CHECK_KIND_NAMES, isRepairable } from "../../core/check/kinds.ts";
import type { RepairRequest } from "../../core/contracts/check-requests.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findRun } from "../../prisma/store/check/findings.ts";
import { askRepair } from "../../prisma/store/check/run.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/**
 * Requests repairs of an ended check's findings. A worker does them, after checking each finding again. Findings that
 * are repaired, being repaired, or repairable only by a person are left out. @returns how many repairs were requested
 * @throws WaybillError `not_allowed`, `not_found`, `stale_state` (the check has not ended)
 */
export async function repairFindings(
  ctx: Context,
  { id, kind, findings, reason }: RepairRequest & { readonly id: string },
): Promise<{ readonly asked: number }> {
  allow(ctx.actor, "repair");
  const run = await findRun(ctx.db, id);
  if (!run) throw new WaybillError("not_found", "There is no such check.");
  if (run.endedAt === null)
    throw new WaybillError(
      "stale_state",
      "The check is still running. Repair its findings when it has ended.",
    );
  const kinds = (kind === undefined ? CHECK_KIND_NAMES : [kind]).filter(isRepairable);
  const asked = await ctx.db.$transaction(async (tx) => {
    const count = await askRepair(tx, id, { kinds, ids: findings }, ctx.actor.name);
    await writeAudit(tx, ctx.actor, {
      action: "check.repair",
      target: id,
      reason,
      after: { asked: count, ...(kind && { kind }), ...(findings && { findings }) },
    });
    return count;
  });
  ctx.changes.note({ due: true });
  return { asked };
}
