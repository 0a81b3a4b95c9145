import type { Held, Holdable, Named } from "../../core/hold/holdable.ts";
import type { Context } from "../context.ts";
import { SCOPES, type Views } from "./scopes.ts";
import type { HoldAsk } from "./until.ts";

/**
 * Holds the intake, a collection, a lane, a batch or a job, in one transaction with its event and audit. What it stops:
 * operations/hold/scopes.ts. Returns the thing as it is afterwards.
 * @throws WaybillError `not_found`, `not_allowed`, `already_held`, `not_holdable`, `bad_request` (its end)
 */
export async function placeHold<On extends Holdable>(
  ctx: Context,
  ask: Held<On> & HoldAsk,
): Promise<Views[On]> {
  const { on, id = on }: Named<On> = ask;
  return SCOPES[on].place(ctx, id, ask);
}
