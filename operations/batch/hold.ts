import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { decideBatchHold } from "../../core/hold/decide-batch.ts";
import { whyHeld } from "../../core/hold/words.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { setSubmission } from "../../prisma/store/batch/submission.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { sayWhyHeld, setHold } from "../../prisma/store/hold/hold.ts";
import { type BatchStanding, findBatchPlace, lockBatch } from "../../prisma/store/hold/standing.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { type HoldAsk, readUntil } from "../hold/until.ts";
import { auditOf } from "../hold/view.ts";
import { getBatch } from "./get.ts";

export type BatchHoldAsk = HoldAsk & { readonly batchId: string };

/**
 * Holds one batch. A Pending one goes to Held at once and keeps its place, which stops a serial lane; of one whose jobs
 * run, those that have not begun go to Held when a worker comes to them. One its collection has stopped stays Held when
 * that is lifted.
 * @throws WaybillError `not_found`, `not_allowed`, `already_held`, `not_holdable`, `bad_request` (its end)
 */
export async function holdBatch(ctx: Context, request: BatchHoldAsk): Promise<BatchView> {
  const { batchId } = request;
  const place = await findBatchPlace(ctx.db, batchId);
  if (!place) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  allow(ctx.actor, "hold-work", place.collectionId);
  await ctx.db.$transaction((tx) => holdIn(tx, ctx, request, place.laneId));
  ctx.changes.note({ batch: batchId, lane: true });
  return getBatch(ctx, batchId);
}

async function holdIn(tx: Tx, { actor }: Context, request: BatchHoldAsk, laneId: string): Promise<void> {
  const { batchId, reason } = request;
  const batch = await lockBatch(tx, batchId, laneId);
  if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  const decision = decideBatchHold(batch);
  if (decision.kind === "refuse") throw new WaybillError(decision.code, decision.message);
  const until = await readUntil(tx, request);
  const hold = await setHold(tx, { on: "batch", id: batchId }, { by: actor.name, reason, until });
  if (!hold) throw new WaybillError("already_held", "The batch is held already.");
  const why = whyHeld(hold);
  if (decision.kind === "move") {
    await leaveSubmission(tx, { batchId, laneId, batch, actor: actor.name, reason });
    const move = { from: "Pending", to: "Held", by: "person", actor: actor.name, reason: why } as const;
    await moveBatch(tx, { ...move, batchId });
  } else {
    await writeEvent(tx, { kind: "batch.held", batchId, actor: actor.name, reason });
    await sayWhyHeld(tx, batchId, why);
  }
  await writeAudit(tx, actor, {
    action: "batch.hold",
    target: batchId,
    reason,
    before: { held: false, state: batch.state },
    after: { ...auditOf(hold), state: decision.kind === "move" ? "Held" : batch.state },
  });
}

/** A batch that waits for working storage stands as one that was never handed over, as when its collection is held. */
async function leaveSubmission(
  tx: Tx,
  {
    batch,
    ...about
  }: {
    readonly batchId: string;
    readonly laneId: string;
    readonly batch: BatchStanding;
    readonly actor: string;
    readonly reason: string;
  },
): Promise<void> {
  const { submitted, status } = batch;
  if (!submitted && status === null) return;
  if (!(await setSubmission(tx, { ...about, fence: null, from: { submitted, status }, change: AT_REST })))
    throw new WaybillError("stale_state", "Somebody was faster: the batch stands otherwise now. Look again.");
}
