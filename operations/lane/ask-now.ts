import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { askNow } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneAsk } from "./act.ts";

/**
 * Polls a lane's ledger at once about every batch it may have, or about one.
 * @throws WaybillError `not_found`, `not_allowed`, `not_a_ledger_lane`, `nothing_to_ask`
 */
export async function askLedgerNow(
  ctx: Context,
  request: LaneAsk & { readonly batchId?: string | undefined },
): Promise<LaneView> {
  return actOnLane(ctx, { ...request, action: "lane.ask" }, async (tx, { id, backend }) => {
    if (backend === "repository")
      throw new WaybillError(
        "not_a_ledger_lane",
        "This lane leads to the repository; there is no ledger to ask.",
      );
    const batches = await askNow(tx, id, request.batchId);
    if (batches.length === 0)
      throw new WaybillError("nothing_to_ask", "The ledger has no open batches of this lane.");
    return { before: {}, after: { asked: batches.slice(0, 100), count: batches.length }, batches };
  });
}
