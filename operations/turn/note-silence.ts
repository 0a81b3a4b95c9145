import { setLaneSilence } from "../../prisma/store/lane/turn.ts";
import type { TurnContext } from "./context.ts";

/**
 * Records after a call or poll whether the lane's ledger answered at all. Saved only when that changes, so that a
 * ledger that answers costs nothing.
 */
export async function noteSilence({ ctx, claim, heard }: TurnContext, isSilent: boolean): Promise<void> {
  if (heard.isSilent === isSilent) return;
  heard.isSilent = isSilent;
  await setLaneSilence(ctx.db, { laneId: claim.laneId, fence: claim.fence, isSilent });
  ctx.changes.note({ lane: true });
}
