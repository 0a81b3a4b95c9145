import type { CollectionView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findCollection, lockLaneOfCollection } from "../../prisma/store/collection.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { lockIntakeHold } from "../../prisma/store/hold/hold.ts";
import { liftHoldRow, releaseHeldBatches, releaseHeldJobs } from "../../prisma/store/hold/release.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditReason, type Ending, releaseReason } from "../hold/ending.ts";
import { auditOf } from "../hold/view.ts";
import { getCollection } from "./get.ts";

const LIFT_MS = 120_000;

export type LiftAsk = Ending & { readonly slug: string };

/**
 * Lifts a collection's hold and lets everything it had stopped go on, in the order it was accepted, in one act: either
 * all of it happens or nothing. What a person holds by itself stays Held, and so do the jobs of such a batch. While the
 * whole intake is held nothing begins: the jobs stay Held for that, and batches wait for their lanes.
 * @throws WaybillError `not_found`, `not_allowed`, `not_held`
 */
export async function liftHold(ctx: Context, request: LiftAsk): Promise<CollectionView> {
  const collection = await findCollection(ctx.db, request.slug);
  if (!collection) throw new WaybillError("not_found", "There is nothing here, or you cannot see it.");
  allow(ctx.actor, "hold-collection", collection.id);
  const lifted = await ctx.db.$transaction((tx) => liftIn(tx, ctx, collection.id, request), {
    timeout: LIFT_MS,
  });
  ctx.changes.note({ collection: true, due: true });
  for (const batch of lifted.batches) ctx.changes.note({ batch });
  for (const job of lifted.jobs) ctx.changes.note({ job });
  return getCollection(ctx, request.slug);
}

/** Locks in the order of lockCollectionHold: the intake, the collection, its jobs, the lane, its batches. */
async function liftIn(tx: Tx, { actor }: Context, id: string, request: LiftAsk) {
  const { slug, expired } = request;
  const intake = await lockIntakeHold(tx);
  const hold = await liftHoldRow(tx, { on: "collection", id }, { expired });
  if (!hold) throw new WaybillError("not_held", "The collection is not held.");
  const by = { actor: actor.name, reason: releaseReason("collection", request) };
  const jobs = intake ? [] : await releaseHeldJobs(tx, { collectionId: id }, by);
  await lockLaneOfCollection(tx, id);
  const batches = await releaseHeldBatches(tx, id, by);
  const reason = auditReason(request);
  await writeEvent(tx, {
    kind: "collection.lifted",
    actor: actor.name,
    reason,
    details: { collection: slug },
  });
  await writeAudit(tx, actor, {
    action: "collection.lift",
    target: slug,
    reason,
    before: auditOf(hold),
    after: { held: false, batches: batches.length, jobs: jobs.length },
  });
  return { batches, jobs };
}
