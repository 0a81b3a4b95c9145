import { receiverOf } from "../../core/callback/address.ts";
import type { RedeliverFailedRequest } from "../../core/contracts/callback-requests.ts";
import { readProfileSettings } from "../../core/contracts/profile.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findDepositTarget } from "../../prisma/store/collection.ts";
import { redeliverFailedCallbacks } from "../../prisma/store/outbox/callback.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/**
 * Sends again all callbacks of a collection that were given up, in one statement, however many.
 * @throws WaybillError `unknown_collection`, `not_found`, `not_allowed`
 */
export async function redeliverFailed(
  ctx: Context,
  { collection, reason }: RedeliverFailedRequest,
): Promise<{ readonly redelivered: number }> {
  const target = await findDepositTarget(ctx.db, collection);
  if (!target) {
    const asked = JSON.stringify(collection);
    throw new WaybillError("unknown_collection", `There is no collection ${asked} that you can see.`);
  }
  allow(ctx.actor, "redeliver-callback", target.collectionId);
  const receiver = receiverOf(readProfileSettings(target.settings).callbackUrl ?? "");
  const redelivered = await ctx.db.$transaction(async (tx) => {
    const count = await redeliverFailedCallbacks(tx, target.collectionId, {
      by: ctx.actor.name,
      reason,
      receiver,
    });
    await writeAudit(tx, ctx.actor, {
      action: "callback.redeliver-failed",
      target: collection,
      reason,
      after: { redelivered: count },
    });
    return count;
  });
  ctx.changes.note({ collection: true, due: true });
  return { redelivered };
}
