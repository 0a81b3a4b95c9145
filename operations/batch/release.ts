import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { decideRelease } from "../../core/hold/decide-release.ts";
import type { Hold } from "../../core/hold/hold.ts";
import { whyStopped } from "../../core/hold/words.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { lockCollectionHold, lockIntakeHold, sayWhyHeld } from "../../prisma/store/hold/hold.ts";
import { liftHoldRow, releaseHeldJobs } from "../../prisma/store/hold/release.ts";
import { type BatchStanding, findBatchPlace, lockBatch } from "../../prisma/store/hold/standing.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditReason, type Ending, releaseReason } from "../hold/ending.ts";
import { auditOf } from "../hold/view.ts";
import { getBatch } from "./get.ts";

export type BatchReleaseAsk = Ending & { readonly batchId: string };

/**
 * Releases a held batch: it goes on to Processing, where it waits in its place until its lane begins it, or the jobs its
 * hold has stopped go on in their order, unless the whole intake is held: then they stay Held for that. Never a job that
 * is held by itself. While its collection is held a person is refused; a hold whose time has come ends, and the batch
 * stays Held for its collection.
 * @throws WaybillError `not_found`, `not_allowed`, `not_held`, `collection_held`
 */
export async function releaseBatch(ctx: Context, request: BatchReleaseAsk): Promise<BatchView> {
  const { batchId } = request;
  const place = await findBatchPlace(ctx.db, batchId);
  if (!place) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  allow(ctx.actor, "hold-work", place.collectionId);
  const jobs = await ctx.db.$transaction(async (tx) => {
    const intake = await lockIntakeHold(tx);
    const collection = await lockCollectionHold(tx, place.collectionId);
    const batch = await lockBatch(tx, batchId, place.laneId);
    if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
    return releaseIn(tx, ctx, request, { batch, collection, intake });
  });
  ctx.changes.note({ batch: batchId, lane: true, due: true });
  for (const job of jobs) ctx.changes.note({ job });
  return getBatch(ctx, batchId);
}

type Standing = {
  readonly batch: BatchStanding;
  readonly collection: Hold | null;
  readonly intake: Hold | null;
};

async function releaseIn(
  tx: Tx,
  { actor }: Context,
  request: BatchReleaseAsk,
  { batch, collection, intake }: Standing,
): Promise<string[]> {
  const { batchId, expired } = request;
  const isHeld = batch.state === "Held";
  const decision = decideRelease("batch", { isHeld, own: batch.hold, batch: null, collection, intake });
  const isStopped = expired === true && decision.kind === "refuse" && decision.code === "collection_held";
  if (decision.kind === "refuse" && !isStopped) throw new WaybillError(decision.code, decision.message);
  const lifted = await liftHoldRow(tx, { on: "batch", id: batchId }, { expired });
  if (expired && !lifted) throw new WaybillError("not_held", "The hold does not end yet.");
  const by = { actor: actor.name, reason: releaseReason("batch", request) };
  const reason = auditReason(request);
  let jobs: string[] = [];
  if (isStopped && collection) await sayWhyHeld(tx, batchId, whyStopped("collection", collection));
  else if (isHeld) await moveBatch(tx, { ...by, batchId, from: "Held", to: "Processing", by: "person" });
  else if (!intake) jobs = await releaseHeldJobs(tx, { batchId }, by);
  if (isStopped || !isHeld)
    await writeEvent(tx, { kind: "batch.released", batchId, actor: actor.name, reason });
  await writeAudit(tx, actor, {
    action: "batch.release",
    target: batchId,
    reason,
    before: { ...auditOf(batch.hold), state: batch.state },
    after: { held: false, state: isHeld && !isStopped ? "Processing" : batch.state, jobs: jobs.length },
  });
  return jobs;
}
