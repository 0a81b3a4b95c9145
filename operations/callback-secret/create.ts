import { randomBytes } from "node:crypto";
import type { CallbackSecretRequest } from "../../core/contracts/callback-requests.ts";
import type { CallbackSigningView } from "../../core/contracts/callback-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { listSigning, lockCollection, rotateSecret } from "../../prisma/store/callback-secret.ts";
import { allow } from "../allow.ts";
import { sealSecret } from "../callback/open-secrets.ts";
import type { Context } from "../context.ts";
import { signingView } from "./view.ts";

/** Source: Standard Webhooks, "Secrets": 24 to 64 random bytes. */
const SECRET_BYTES = 32;

/**
 * Creates a signing key for a collection's callbacks, or one that replaces the key in use. Its text is in this answer
 * only and cannot be shown again.
 * @throws WaybillError `not_allowed`, `unknown_collection`
 */
export async function createCallbackSecret(
  ctx: Context,
  { collection, overlapHours, reason }: CallbackSecretRequest,
): Promise<{ readonly signing: CallbackSigningView; readonly secret: string }> {
  allow(ctx.actor, "manage-callback-secrets");
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  await ctx.db.$transaction(async (tx) => {
    const collectionId = await lockCollection(tx, collection);
    if (collectionId === undefined) throw unknown(collection);
    const id = ctx.uuid();
    const retired = await rotateSecret(tx, {
      id,
      collectionId,
      sealed: sealSecret(ctx.env, collectionId, secret),
      createdBy: ctx.actor.name,
      overlapHours,
    });
    await writeAudit(tx, ctx.actor, {
      action: "callback-key.create",
      target: collection,
      reason,
      before: { inUse: retired },
      after: { id, overlapHours },
    });
  });
  ctx.changes.note({ collection: true });
  const [row] = await listSigning(ctx.db, collection);
  if (!row) throw unknown(collection);
  return { signing: signingView(row), secret };
}

function unknown(slug: string): WaybillError {
  return new WaybillError(
    "unknown_collection",
    `There is no collection ${JSON.stringify(slug)} that you can see.`,
  );
}
