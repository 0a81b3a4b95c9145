import { reachOf } from "../../core/access/roles.ts";
import { countFailedCallbacks } from "../../prisma/store/outbox/callback.ts";
import type { Context } from "../context.ts";

/** How many callbacks of collections the actor may read have been given up. */
export async function countFailed({ db, actor }: Context): Promise<number> {
  return countFailedCallbacks(db, reachOf(actor, "read"));
}
