import type { Resolution } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneBatchAsk } from "./act.ts";
import { decideBatch } from "./decide-batch.ts";
import { endBatch } from "./end-batch.ts";
import { requireUnknownBatch, standingOf } from "./require-batch.ts";

/**
 * Records how an Unknown or unresolved batch ended, as a person has found out elsewhere. It is reported that way, and
 * the lane goes on.
 * @throws WaybillError `not_found`, `not_allowed`, `not_a_ledger_lane`, `not_unknown`, `batch_final`,
 * `batch_under_way`, `stale_state`
 */
export async function resolveBatch(
  ctx: Context,
  request: LaneBatchAsk & { readonly as: Resolution },
): Promise<LaneView> {
  const { batchId, reason, as: status } = request;
  const actor = ctx.actor.name;
  return actOnLane(ctx, { ...request, action: "lane.resolve" }, async (tx, lane) => {
    const batch = await requireUnknownBatch(tx, lane, batchId);
    const message = `Marked as ${status} by ${actor}: ${reason}`;
    await decideBatch(tx, batch, { change: { ...AT_REST, submitted: true, status, message }, actor, reason });
    await endBatch(tx, batchId, { status, message }, actor);
    const after = { batch: batchId, state: "Reporting", status, submitted: true, unresolved: false };
    return { before: standingOf(batch), after, batches: [batchId] };
  });
}
