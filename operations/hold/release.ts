import type { Held, Holdable, Named } from "../../core/hold/holdable.ts";
import type { Context } from "../context.ts";
import type { Ending } from "./ending.ts";
import { SCOPES, type Views } from "./scopes.ts";

/**
 * Releases what is held: the hold ends, and what only it has stopped goes on in its order, in the same transaction. What
 * another hold is over stays: a person is refused then, a hold whose time has come ends. Answers the thing as it then is.
 * @throws WaybillError `not_found`, `not_allowed`, `not_held`, `collection_held`, `batch_held`, `intake_held`
 */
export async function releaseHold<On extends Holdable>(
  ctx: Context,
  ask: Held<On> & Ending,
): Promise<Views[On]> {
  const { on, id = on }: Named<On> = ask;
  return SCOPES[on].release(ctx, id, ask);
}
