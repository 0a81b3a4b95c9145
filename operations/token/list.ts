import type { TokenView } from "../../core/contracts/views.ts";
import { listTokenRows } from "../../prisma/store/token/list.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { tokenView } from "./view.ts";

/**
 * The actor's own API tokens, newest first, with those that no longer work.
 * @throws QueueError `not_allowed`
 */
export async function listTokens({ db, actor }: Context): Promise<TokenView[]> {
  allow(actor, "manage-own-tokens");
  return (await listTokenRows(db, actor.id)).map(tokenView);
}
