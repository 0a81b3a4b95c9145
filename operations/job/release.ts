import type { JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { decideRelease } from "../../core/hold/decide-release.ts";
import type { Hold } from "../../core/hold/hold.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { lockBatchHold, lockCollectionHold, lockIntakeHold } from "../../prisma/store/hold/hold.ts";
import { liftHoldRow } from "../../prisma/store/hold/release.ts";
import { findJobPlace, lockJob } from "../../prisma/store/hold/standing.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditReason, type Ending, releaseReason } from "../hold/ending.ts";
import { auditOf } from "../hold/view.ts";
import { getJob } from "./get.ts";

export type JobReleaseAsk = Ending & { readonly jobId: string };

/**
 * Releases a held job: it goes on to Estimating, with the turn it had. While its collection or batch is held a person is
 * refused; a hold whose time has come ends, and the job stays Held for them. While the whole intake is held its own hold
 * ends and it stays Held for that; one that nothing else holds any more is refused.
 * @throws WaybillError `not_found`, `not_allowed`, `not_held`, `collection_held`, `batch_held`, `intake_held`
 */
export async function releaseJob(ctx: Context, request: JobReleaseAsk): Promise<JobView> {
  const { jobId } = request;
  const place = await findJobPlace(ctx.db, jobId);
  if (!place) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  const { batchId, collectionId } = place;
  allow(ctx.actor, "hold-work", collectionId);
  await ctx.db.$transaction(async (tx) => {
    const intake = await lockIntakeHold(tx);
    const collection = await lockCollectionHold(tx, collectionId);
    const batch = await lockBatchHold(tx, batchId);
    await releaseIn(tx, ctx, request, { batchId, batch, collection, intake });
  });
  ctx.changes.note({ job: jobId, batch: batchId, due: true });
  return getJob(ctx, jobId);
}

type Over = {
  readonly batchId: string;
  readonly batch: Hold | null;
  readonly collection: Hold | null;
  readonly intake: Hold | null;
};

async function releaseIn(
  tx: Tx,
  { actor }: Context,
  request: JobReleaseAsk,
  { batchId, ...over }: Over,
): Promise<void> {
  const { jobId, expired } = request;
  const job = await lockJob(tx, jobId);
  if (!job) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  const isHeld = job.state === "Held";
  const decision = decideRelease("job", { isHeld, own: job.hold, ...over });
  const isStopped = expired === true && decision.kind === "refuse" && decision.code !== "not_held";
  if (decision.kind === "refuse" && !isStopped) throw new WaybillError(decision.code, decision.message);
  const lifted = await liftHoldRow(tx, { on: "job", id: jobId }, { expired });
  if (expired && !lifted) throw new WaybillError("not_held", "The hold does not end yet.");
  const reason = auditReason(request);
  const goesOn = isHeld && decision.kind === "release";
  const by = { by: "person", actor: actor.name, reason: releaseReason("job", request) } as const;
  if (goesOn) await moveJob(tx, { ...by, jobId, from: "Held", to: "Estimating" });
  else await writeEvent(tx, { kind: "job.released", batchId, jobId, actor: actor.name, reason });
  await writeAudit(tx, actor, {
    action: "job.release",
    target: jobId,
    reason,
    before: { ...auditOf(job.hold), state: job.state },
    after: { held: false, state: goesOn ? "Estimating" : job.state },
  });
}
