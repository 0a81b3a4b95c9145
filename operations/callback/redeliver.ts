import { receiverOf } from "../../core/callback/address.ts";
import { targetOf } from "../../core/callback/target.ts";
import type { CallbackView } from "../../core/contracts/callback-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findCallbackSettings, redeliverCallback } from "../../prisma/store/outbox/callback.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getCallback } from "./get.ts";
import { getReadableCallback } from "./get-readable.ts";

/**
 * Sends a callback again, whatever its outcome, with the same `webhook-id`, to the collection's present address.
 * @throws WaybillError `not_found`, `not_allowed`, `stale_state` (a try is under way)
 */
export async function redeliver(
  ctx: Context,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<CallbackView> {
  const row = await getReadableCallback(ctx, id);
  allow(ctx.actor, "redeliver-callback", row.collectionId);
  const settings = await findCallbackSettings(ctx.db, id);
  if (!settings) throw new WaybillError("not_found", "There is no such callback, or you cannot see it.");
  const receiver = receiverOf(targetOf("present", settings).settings.callbackUrl ?? "");
  await ctx.db.$transaction(async (tx) => {
    if (!(await redeliverCallback(tx, id, { by: ctx.actor.name, reason, receiver })))
      throw new WaybillError("stale_state", "A try of this callback is under way. Check again in a moment.");
    await writeAudit(tx, ctx.actor, {
      action: "callback.redeliver",
      target: id,
      reason,
      before: { status: row.status, attempts: row.attempts },
      after: { status: "Waiting", job: row.jobId },
    });
  });
  ctx.changes.note({ job: row.jobId, due: true });
  return getCallback(ctx, id);
}
