import { can } from "../../core/access/roles.ts";
import { callbackAddress } from "../../core/callback/address.ts";
import { MOST_TRIES } from "../../core/callback/most-tries.ts";
import { targetOf } from "../../core/callback/target.ts";
import type { CallbackView } from "../../core/contracts/callback-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import { findCallbackSettings, listDeliveries } from "../../prisma/store/outbox/callback.ts";
import type { Context } from "../context.ts";
import { getReadableCallback } from "./get-readable.ts";
import { callbackRow } from "./row-view.ts";

/**
 * One callback with its latest tries, its address without credentials.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function getCallback(ctx: Context, id: string): Promise<CallbackView> {
  const row = await getReadableCallback(ctx, id);
  const [settings, deliveries] = await Promise.all([
    findCallbackSettings(ctx.db, id),
    listDeliveries(ctx.db, id, MOST_TRIES),
  ]);
  if (!settings) throw new WaybillError("not_found", "There is no such callback, or you cannot see it.");
  const { callbackUrl } = targetOf(settings.address, settings).settings;
  const address = callbackUrl === null ? undefined : callbackAddress(callbackUrl, row.jobId);
  return {
    ...callbackRow(row),
    address: address === undefined ? null : maskUrl(address),
    isSigned: settings.isSigned,
    deliveries: deliveries.map(({ at, ...delivery }) => ({ at: at.toISOString(), ...delivery })),
    mayRedeliver: can(ctx.actor, "redeliver-callback", row.collectionId),
  };
}
