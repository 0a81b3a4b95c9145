import type { StepDownRequest } from "../../core/contracts/sequencer-requests.ts";
import type { SequencerView } from "../../core/contracts/sequencer-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { askStepDown, listNodes } from "../../prisma/store/sequencer-watch.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getSequencer } from "./get.ts";
import { GONE_MS } from "./identity.ts";

/**
 * Asks the writer to let the next of the ring take its place. It reads that as it shows up next, within two seconds.
 * @throws WaybillError `not_allowed`, `stale_state`
 */
export async function stepDown(ctx: Context, { term, reason }: StepDownRequest): Promise<SequencerView> {
  allow(ctx.actor, "steer-sequencer");
  await ctx.db.transact(async (tx) => {
    if ((await listNodes(tx, GONE_MS)).length < 2)
      throw new WaybillError("stale_state", "No other worker is there that could take over.");
    const target = await askStepDown(tx, term);
    if (target === undefined)
      throw new WaybillError("stale_state", "Another worker has taken over meanwhile. Look who it is now.");
    await writeAudit(tx, ctx.actor, { action: "sequencer.step-down", target, reason, before: { term } });
  });
  return getSequencer(ctx);
}
