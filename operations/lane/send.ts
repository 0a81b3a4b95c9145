import { afterAnswer } from "../../core/lane/after-answer.ts";
import type { AskedBatch, OpenBatch } from "../../core/lane/submission.ts";
import type { Begun } from "../../prisma/store/attempt/answer.ts";
import { answerAttempt, keepLateAnswer, recordAnswer } from "../../prisma/store/attempt/answer.ts";
import { noteSilence } from "./note-silence.ts";
import { settle } from "./settle.ts";
import { databaseNow, leaseLost, type ledgerOf, type TurnContext } from "./turn-context.ts";

/** A batch whose attempt is written down. `deadline`: of the call, by the clock of lib/waking-clock.ts, taken before that. */
export type Sendable = Omit<Begun, "ledgerId" | "profileVersionId"> & {
  readonly ledgerId: string | null;
  readonly status: OpenBatch["status"];
  readonly deadline: number;
};

/**
 * The call of one attempt, made once, and recorded after it.
 * @returns the batch as it stands, when the ledger has accepted it and should be asked about it
 * @throws QueueError `lease_lost`: the answer came too late; it is kept and changed nothing
 */
export async function send(
  turn: TurnContext,
  { ledger, target }: NonNullable<ReturnType<typeof ledgerOf>>,
  batch: Sendable,
): Promise<AskedBatch | undefined> {
  const { ctx, ports, work, lane, settings } = turn;
  const { batchId, attemptId, deadline, status } = batch;
  ctx.changes.note({ batch: batchId });
  await ports.faultPoint("lane:begun");
  // a stop does not cut it off: the deadline bounds it, and its answer would be lost
  const { signal } = new AbortController();
  const answer = await ledger.submit(target, batch.body, { deadline, signal });
  await ports.faultPoint("lane:answered");
  const { kind: outcome, httpStatus = null, ledgerCode = null, message } = answer;
  const isOver = answer.kind !== "ambiguous" || answer.isOver;
  const answered = { attemptId, fence: work.fence, outcome, httpStatus, ledgerCode, message, isOver };
  const before = { status, tries: batch.tries, isIdempotent: ledger.resubmitIsIdempotent };
  const change = afterAnswer(before, answer, settings, ports.roll());
  const from = { submitted: true, status };
  const { halt } = change;
  const counts =
    halt === null && change.status !== "Rejected"
      ? await recordAnswer(ctx.db, {
          ...answered,
          batchId,
          laneId: lane.id,
          from,
          change: { ...change, halt },
          actor: "Waybill",
        })
      : await ctx.db.transact(async (tx) => {
          if (!(await answerAttempt(tx, answered))) return false;
          await settle(tx, turn, { batchId, from, change });
          return true;
        });
  if (!counts) {
    await keepLateAnswer(ctx.db, answered);
    throw leaseLost(lane);
  }
  // a call that could not be made tells nothing about the ledger
  if (httpStatus !== null || outcome !== "rejected") await noteSilence(turn, httpStatus === null);
  ctx.changes.note({ batch: batchId, due: change.status === "Rejected" });
  await ports.faultPoint("lane:recorded");
  if (outcome !== "accepted") return undefined;
  return {
    ...change,
    id: batchId,
    ledgerId: batch.ledgerId,
    acceptedAt: databaseNow(turn),
    validSince: null,
    effectUntil: null,
    // only one that is new goes on from here
    forgottenCount: 0,
  };
}
