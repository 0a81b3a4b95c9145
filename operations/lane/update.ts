import type { LaneChange } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { getLaneSetUp, type LaneSetUp, updateLane } from "../../prisma/store/lane/settings.ts";
import type { Context } from "../context.ts";
import { actOnLane } from "./act.ts";
import { checkTimes } from "./check-times.ts";

/**
 * Changes a lane's ordering, width and settings; calls under way keep the deadlines they began with. A lane's backend
 * and connection cannot be changed.
 * @throws WaybillError `not_found`, `not_allowed`, `stale_state` (changed since `revision`), `nothing_changed`,
 * `several_open`, `bad_request` (settings that cannot work)
 */
export async function updateLaneSettings(
  ctx: Context,
  { serviceId, reason, revision, ...change }: LaneChange & { readonly serviceId: string },
): Promise<LaneView> {
  const act = { serviceId, reason, action: "lane.update", needs: "make-lane" } as const;
  return actOnLane(ctx, act, async (tx, { id, backend }) => {
    const { revision: now, open, ledger: _, ...before } = await getLaneSetUp(tx, id);
    if (now !== revision)
      throw new WaybillError(
        "stale_state",
        "Somebody else has changed this lane's settings since you opened them. Reload them, then decide.",
      );
    const after = changed(before, change);
    if (isSame(before, after))
      throw new WaybillError("nothing_changed", "The lane has these settings already.");
    if (before.ordering === "unordered" && after.ordering === "serial" && open > 1)
      throw new WaybillError(
        "several_open",
        "Several batches of this lane are in flight, but a serial lane allows only one. Hold the lane until at most one is left.",
      );
    if (backend !== "repository") checkTimes(after.settings, ctx.env);
    await updateLane(tx, id, after);
    return { before, after };
  });
}

function changed(
  before: LaneSetUp,
  { ordering = before.ordering, width = before.width, settings }: Omit<LaneChange, "revision" | "reason">,
): LaneSetUp {
  const own = Object.entries({ ...before.settings, ...settings }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return { ordering, width, settings: Object.fromEntries(own) };
}

function isSame(before: LaneSetUp, after: LaneSetUp): boolean {
  const text = ({ ordering, width, settings }: LaneSetUp) =>
    JSON.stringify([ordering, width, Object.entries(settings).sort()]);
  return text(before) === text(after);
}
