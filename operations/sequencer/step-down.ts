import type { StepDownRequest } from "../../core/contracts/sequencer-requests.ts";
import type { SequencerView } from "../../core/contracts/sequencer-views.ts";
import { WaybillError } from "../../core/errors.ts";
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
  if ((await listNodes(ctx.db, GONE_MS)).length < 2)
    throw new WaybillError("stale_state", "No other worker is there that could take over.");
  const act = { action: "sequencer.step-down", reason, before: { term } } as const;
  if (!(await askStepDown(ctx.db, term, { author: ctx.actor, act })))
    throw new WaybillError("stale_state", "Another worker has taken over meanwhile. Look who it is now.");
  return getSequencer(ctx);
}
