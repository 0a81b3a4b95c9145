import type { CollectionView } from "../../core/contracts/views.ts";
import { QueueError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit/write.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { findCollection } from "../../prisma/store/collection/find.ts";
import { liftHoldRow } from "../../prisma/store/collection/lift-hold.ts";
import { listHeld } from "../../prisma/store/collection/list-held.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getCollection } from "./get.ts";

const LIFT_MS = 120_000;

/**
 * Lifts a collection's hold and lets everything it had stopped go on, in the order it was accepted, in one act: either
 * all of it happens or nothing.
 * @throws QueueError `not_found`, `not_allowed`, `not_held`
 */
export async function liftHold(
  ctx: Context,
  request: { readonly slug: string; readonly reason?: string | undefined },
): Promise<CollectionView> {
  const collection = await findCollection(ctx.db, request.slug);
  if (!collection) throw new QueueError("not_found", "There is nothing here, or you cannot see it.");
  allow(ctx.actor, "hold-collection", collection.id);
  const by = {
    by: "person",
    actor: ctx.actor.name,
    from: "Held",
    reason: "The collection's hold was lifted.",
  } as const;
  const lifted = await ctx.db.$transaction(
    async (tx) => {
      if (!(await liftHoldRow(tx, collection.id)))
        throw new QueueError("not_held", "The collection is not held.");
      const held = await listHeld(tx, collection.id);
      for (const batchId of held.batches) await moveBatch(tx, { ...by, batchId, to: "Processing" });
      for (const jobId of held.jobs) await moveJob(tx, { ...by, jobId, to: "Estimating" });
      await writeAudit(tx, ctx.actor, {
        action: "collection.lift",
        target: request.slug,
        reason: request.reason,
        before: { held: true },
        after: { held: false, batches: held.batches.length, jobs: held.jobs.length },
      });
      return held;
    },
    { timeout: LIFT_MS },
  );
  ctx.changes.note({ collection: true, due: true });
  for (const batch of lifted.batches) ctx.changes.note({ batch });
  for (const job of lifted.jobs) ctx.changes.note({ job });
  return getCollection(ctx, request.slug);
}
