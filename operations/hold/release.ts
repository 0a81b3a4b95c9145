import type { Held, Holdable, Named } from "../../core/hold/holdable.ts";
import type { Context } from "../context.ts";
import type { Ending } from "./ending.ts";
import { SCOPES, type Views } from "./scopes.ts";

/**
 * Releases a hold, and in the same transaction lets everything that only this hold stopped go on in order. If another
 * hold is over the thing, a person's release is refused, while an expired hold ends and the thing stays Held. Returns
 * the thing as it is afterwards.
 * @throws WaybillError `not_found`, `not_allowed`, `not_held`, `collection_held`, `batch_held`, `intake_held`
 */
export async function releaseHold<On extends Holdable>(
  ctx: Context,
  ask: Held<On> & Ending,
): Promise<Views[On]> {
  const { on, id = on }: Named<On> = ask;
  return SCOPES[on].release(ctx, id, ask);
}
