import type { JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { decideJobHold } from "../../core/hold/decide-job.ts";
import { whyHeld } from "../../core/hold/words.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { setHold } from "../../prisma/store/hold/hold.ts";
import { findJobPlace, lockJob } from "../../prisma/store/hold/standing.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { type HoldAsk, readUntil } from "../hold/until.ts";
import { auditOf } from "../hold/view.ts";
import { getJob } from "./get.ts";

export type JobHoldAsk = HoldAsk & { readonly jobId: string };

/**
 * Holds one job that has not begun: it goes to Held and keeps its batch open. One that is Held for its collection or
 * batch stays Held when that is lifted.
 * @throws WaybillError `not_found`, `not_allowed`, `already_held`, `not_holdable`, `bad_request` (its end)
 */
export async function holdJob(ctx: Context, request: JobHoldAsk): Promise<JobView> {
  const { jobId } = request;
  const place = await findJobPlace(ctx.db, jobId);
  if (!place) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  allow(ctx.actor, "hold-work", place.collectionId);
  await ctx.db.$transaction((tx) => holdIn(tx, ctx, request, place.batchId));
  ctx.changes.note({ job: jobId, batch: place.batchId });
  return getJob(ctx, jobId);
}

async function holdIn(tx: Tx, { actor }: Context, request: JobHoldAsk, batchId: string): Promise<void> {
  const { jobId, reason } = request;
  const job = await lockJob(tx, jobId);
  if (!job) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  const decision = decideJobHold(job);
  if (decision.kind === "refuse") throw new WaybillError(decision.code, decision.message);
  const until = await readUntil(tx, request);
  const hold = await setHold(tx, { on: "job", id: jobId }, { by: actor.name, reason, until });
  if (!hold) throw new WaybillError("already_held", "The job is held already.");
  if (decision.kind === "move") {
    const move = { from: "Pending", to: "Held", by: "person", actor: actor.name } as const;
    await moveJob(tx, { ...move, jobId, reason: whyHeld(hold) });
  } else await writeEvent(tx, { kind: "job.held", batchId, jobId, actor: actor.name, reason });
  await writeAudit(tx, actor, {
    action: "job.hold",
    target: jobId,
    reason,
    before: { held: false, state: job.state },
    after: { ...auditOf(hold), state: "Held" },
  });
}
