import { AT_REST } from "../../core/lane/submission.ts";
import type { Sql } from "../../prisma/sql.ts";
import { answerAttempt } from "../../prisma/store/attempt/answer.ts";
import { beginAttempt } from "../../prisma/store/attempt/begin.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { makeBatchDue } from "../../prisma/store/batch/wake.ts";
import { lockWhyStopped } from "../../prisma/store/hold/hold.ts";
import { leaseLost, standingOf, type TurnContext } from "./context.ts";
import { writeStanding } from "./write-standing.ts";

/** The hand-over is answered at once. */
const AT_ONCE = { postTimeoutMs: 0, settleMs: 0 } as const;
const STORAGE_FULL = "Working storage is too full to begin another batch.";

/**
 * Hands a batch to the repository's own pipeline: it goes to Processing, to Held if its collection is held, or is
 * Delayed while working storage is full. A released batch is already at Processing and stays there; a later hold on its
 * collection stops its jobs. The hand-over is one transaction, so its attempt is answered as it is made.
 * @returns whether working storage had room
 */
export async function handOver(turn: TurnContext, batchId: string): Promise<boolean> {
  const { ctx, ports } = turn;
  const isOpen = await ports.isStorageOpen();
  await ctx.db.transact((tx) => handOverIn(tx, turn, batchId, isOpen));
  ctx.changes.note({ batch: batchId, due: ["batch"] });
  await ports.faultPoint("lane:recorded");
  return isOpen;
}

async function handOverIn(tx: Sql, turn: TurnContext, batchId: string, isOpen: boolean): Promise<void> {
  const { claim, lane, settings } = turn;
  const from = standingOf(lane, batchId);
  const move = { batchId, from: "Pending", by: "worker", actor: "Waybill" } as const;
  const reason = await lockWhyStopped(tx, batchId);
  const begun = await beginAttempt(tx, { ...claim, ...AT_ONCE, batchId, ...from });
  if (!begun) throw leaseLost(lane);
  const answer = {
    attemptId: begun.id,
    fence: claim.fence,
    httpStatus: null,
    ledgerCode: null,
    isOver: true,
  } as const;
  const taken = { submitted: true, status: from.status };
  if (reason !== null && begun.state === "Pending") {
    await answerAttempt(tx, { ...answer, outcome: "busy", message: reason });
    await writeStanding(tx, turn, { batchId, from: taken, change: { ...AT_REST, status: null } });
    await moveBatch(tx, { ...move, to: "Held", reason });
  } else if (!isOpen) {
    await answerAttempt(tx, { ...answer, outcome: "busy", message: STORAGE_FULL });
    const delayed = {
      ...AT_REST,
      status: "Delayed",
      delayedInMs: settings.delayWindowMs,
      message: STORAGE_FULL,
    } as const;
    await writeStanding(tx, turn, { batchId, from: taken, change: delayed });
  } else {
    await answerAttempt(tx, { ...answer, outcome: "accepted", message: null });
    if (begun.state === "Pending") return moveBatch(tx, { ...move, to: "Processing" });
    const change = { ...AT_REST, submitted: true, status: "Pending", tries: begun.tries } as const;
    await writeStanding(tx, turn, { batchId, from: taken, change });
    await makeBatchDue(tx, batchId);
  }
}
