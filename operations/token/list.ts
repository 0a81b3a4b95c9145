import type { TokenView } from "../../core/contracts/account-views.ts";
import { listTokenRows } from "../../prisma/store/token.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { tokenView } from "./view.ts";

/**
 * The actor's own API tokens, newest first, including those that no longer work.
 * @throws WaybillError `not_allowed`, `session_needed`
 */
export async function listTokens({ db, actor }: Context): Promise<TokenView[]> {
  allow(actor, "manage-own-tokens");
  needSession(actor);
  return (await listTokenRows(db, actor.id)).map(tokenView);
}
