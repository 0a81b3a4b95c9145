import type { CollectionView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findCollection } from "../../prisma/store/collection.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { setHold } from "../../prisma/store/hold/hold.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { type HoldAsk, readUntil } from "../hold/until.ts";
import { auditOf } from "../hold/view.ts";
import { getCollection } from "./get.ts";

/**
 * Holds a collection: its batches and jobs that reach Pending go to Held and wait there; what is past Pending goes on.
 * @throws WaybillError `not_found`, `not_allowed`, `already_held`, `bad_request` (its end)
 */
export async function holdCollection(
  ctx: Context,
  request: HoldAsk & { readonly slug: string },
): Promise<CollectionView> {
  const { slug, reason } = request;
  const collection = await findCollection(ctx.db, slug);
  if (!collection) throw new WaybillError("not_found", "There is nothing here, or you cannot see it.");
  const { id } = collection;
  allow(ctx.actor, "hold-collection", id);
  const by = ctx.actor.name;
  await ctx.db.$transaction(async (tx) => {
    const until = await readUntil(tx, request);
    const hold = await setHold(tx, { on: "collection", id }, { by, reason, until });
    if (!hold) throw new WaybillError("already_held", "The collection is held already.");
    await writeEvent(tx, { kind: "collection.held", actor: by, reason, details: { collection: slug } });
    await writeAudit(tx, ctx.actor, {
      action: "collection.hold",
      target: slug,
      reason,
      before: { held: false },
      after: auditOf(hold),
    });
  });
  ctx.changes.note({ collection: true });
  return getCollection(ctx, slug);
}
