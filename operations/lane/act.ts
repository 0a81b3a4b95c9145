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

/** A lane and why something is done to it: 1 to 500 characters. */
export type LaneAsk = { readonly serviceId: string; readonly reason: string };
export type LaneBatchAsk = LaneAsk & { readonly batchId: string };

/** What an act changed, for the audit; `batches`: whose pages show it. */
export type Changed = {
  readonly before: object;
  readonly after: object;
  readonly batches?: readonly string[];
};

/**
 * What every act on a lane shares: the lane is locked, the act is done and audited under `action` in one transaction,
 * the lane is woken, and the change announced. `needs`: what one has to be allowed. Answers the lane as it stands then.
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
