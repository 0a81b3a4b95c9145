import type { CollectionView } from "../../core/contracts/views.ts";
import { QueueError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit/write.ts";
import { findCollection } from "../../prisma/store/collection/find.ts";
import { setHold } from "../../prisma/store/collection/set-hold.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getCollection } from "./get.ts";

/**
 * Holds a collection: its batches and jobs that reach Pending go to Held and wait there; what is past Pending goes on.
 * @throws QueueError `not_found`, `not_allowed`, `already_held`
 */
export async function holdCollection(
  ctx: Context,
  request: { readonly slug: string; readonly reason: string },
): Promise<CollectionView> {
  const collection = await findCollection(ctx.db, request.slug);
  if (!collection) throw new QueueError("not_found", "There is nothing here, or you cannot see it.");
  allow(ctx.actor, "hold-collection", collection.id);
  await ctx.db.$transaction(async (tx) => {
    if (!(await setHold(tx, collection.id, { by: ctx.actor.name, reason: request.reason }))) {
      throw new QueueError("already_held", "The collection is held already.");
    }
    await writeAudit(tx, ctx.actor, {
      action: "collection.hold",
      target: request.slug,
      reason: request.reason,
      before: { held: false },
      after: { held: true },
    });
  });
  ctx.changes.note({ collection: true });
  return getCollection(ctx, request.slug);
}
