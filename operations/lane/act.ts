import { type Action, reachOf } from "../../core/access/roles.ts";
import type { AuditAction } from "../../core/audit/actions.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { type LaneRecord, lockLane } from "../../prisma/store/lane/settings.ts";
import { wakeLane } from "../../prisma/store/lane/turn.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getLane } from "./get.ts";

/** A lane, and the reason for acting on it: 1 to 500 characters. */
export type LaneAsk = { readonly serviceId: string; readonly reason: string };
export type LaneBatchAsk = LaneAsk & { readonly batchId: string };

/** What an action changed, for the audit; `batches`: those whose pages show it. */
export type Changed = {
  readonly before: object;
  readonly after: object;
  readonly batches?: readonly string[];
};

/**
 * The frame of every action on a lane: in one transaction the lane is locked and the action is done and audited as
 * `action`; then the lane is woken and the change published. `needs`: the permission required. Returns the lane as it
 * is afterwards.
 * @throws WaybillError `not_found`, `not_allowed`, and what `act` throws
 */
export async function actOnLane(
  ctx: Context,
  {
    serviceId,
    reason,
    action,
    needs = "steer-lane",
  }: LaneAsk & { readonly action: Extract<AuditAction, `lane.${string}`>; readonly needs?: Action },
  act: (tx: Tx, lane: LaneRecord) => Promise<Changed>,
): Promise<LaneView> {
  const { db, actor, changes } = ctx;
  const { batches } = await db.$transaction(async (tx) => {
    const lane = await lockLane(tx, serviceId);
    const reach = reachOf(actor, "read");
    if (!lane || (reach !== "all" && !lane.collectionIds.some((id) => reach.includes(id))))
      throw new WaybillError("not_found", "There is no such lane, or you cannot see it.");
    allow(actor, needs);
    const changed = await act(tx, lane);
    await wakeLane(tx, lane.id);
    const { before, after } = changed;
    await writeAudit(tx, actor, { action, target: serviceId, reason, before, after });
    return changed;
  });
  changes.note({ lane: true, due: true });
  for (const batch of batches ?? []) changes.note({ batch });
  return getLane(ctx, serviceId);
}
