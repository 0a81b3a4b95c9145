import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { retireSecret } from "../../prisma/store/callback-secret.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/**
 * Retires a signing key at once, for example when it has leaked. Later callbacks are signed with the remaining keys, or
 * not at all.
 * @throws WaybillError `not_allowed`, `not_found` (also when it is already retired)
 */
export async function retireCallbackSecret(
  ctx: Context,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
): Promise<void> {
  allow(ctx.actor, "manage-callback-secrets");
  await ctx.db.$transaction(async (tx) => {
    const slug = await retireSecret(tx, id);
    if (slug === undefined) throw new WaybillError("not_found", "There is no such key in use.");
    await writeAudit(tx, ctx.actor, {
      action: "callback-key.retire",
      target: slug,
      reason,
      before: { id, inUse: true },
      after: { id, inUse: false },
    });
  });
  ctx.changes.note({ collection: true });
}
