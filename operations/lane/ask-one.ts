import { endMoves } from "../../core/lane/end-moves.ts";
import { isFinalStatus } from "../../core/lane/facts.ts";
import type { AskedBatch, SubmissionChange } from "../../core/lane/submission.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import { type Begun, endAndBegin } from "../../prisma/store/attempt/answer.ts";
import { readChanges } from "./read-changes.ts";
import { settle } from "./settle.ts";
import { tellsNobody } from "./tells-nobody.ts";
import { claimedBy, leaseLost, type TurnContext } from "./turn-context.ts";

/** A batch begun in a serial lane. `deadline`: of its call, by wakingNow(), taken before it was begun. */
export type Going = Begun & { readonly deadline: number };

/** How far a lane was taken: nothing is left in it, or it has to be looked at. */
export type RunEnd = "empty" | "look";

/** Asks for the one open batch of a lane. When it has ended, a serial lane's next one is begun with it. */
export async function askOne(
  turn: TurnContext,
  batch: AskedBatch & { readonly profileVersionId: string },
): Promise<Going | RunEnd> {
  const { ctx, lane, ports } = turn;
  const [change] = await readChanges(turn, [batch]);
  if (!change) throw new Error("a question was not answered");
  const { halt } = change;
  if (!isFinalStatus(change.status) || halt !== null || lane.ordering !== "serial" || turn.isOver()) {
    await settleAsked(turn, batch, change);
    return "look";
  }
  const isSilent = await tellsNobody(ctx, batch.profileVersionId);
  await ports.faultPoint("lane:picked");
  const deadline = wakingNow() + turn.settings.postTimeoutMs;
  const moves = endMoves(change, isSilent).map((move) => ({ ...move, actor: "Waybill" }));
  const from = { submitted: batch.submitted, status: batch.status };
  const ended = await endAndBegin(ctx.db, claimedBy(turn), {
    batchId: batch.id,
    from,
    change,
    moves,
    actor: "Waybill",
  });
  if (!ended) throw leaseLost(lane);
  ctx.changes.note({ batch: batch.id, due: !isSilent });
  await ports.faultPoint("lane:recorded");
  if (ended.begun) return { ...ended.begun, deadline };
  return ended.isLast ? "empty" : "look";
}

/** Writes how a batch stands after a question. */
export async function settleAsked(
  turn: TurnContext,
  batch: AskedBatch,
  change: SubmissionChange,
): Promise<void> {
  const { id: batchId, submitted, status } = batch;
  await turn.ctx.db.transact((tx) => settle(tx, turn, { batchId, from: { submitted, status }, change }));
  turn.ctx.changes.note({ batch: batchId, due: isFinalStatus(change.status) });
}
