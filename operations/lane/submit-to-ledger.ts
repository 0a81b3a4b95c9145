import { QueueError } from "../../core/errors.ts";
import { afterAnswer } from "../../core/lane/after-answer.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { SubmitAnswer } from "../../core/ledger/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import { answerAttempt } from "../../prisma/store/attempt/answer.ts";
import { type BegunAttempt, beginAttempt } from "../../prisma/store/attempt/begin.ts";
import { findBody } from "../../prisma/store/batch/find-body.ts";
import { findStanding } from "../../prisma/store/batch/find-standing.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { lockHold } from "../../prisma/store/collection/lock-hold.ts";
import { settle } from "./settle.ts";
import { ledgerOf, type TurnContext } from "./turn-context.ts";

/**
 * One try: written down before the call, made once, recorded after it. The deadline is taken before anything else, so
 * that a process paused in between sends nothing late. @throws QueueError `lease_lost`
 */
export async function submitToLedger(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, ports, work, lane, settings } = turn;
  const open = lane.open.find(({ id }) => id === batchId);
  const status = open?.status ?? null;
  const connected = ledgerOf(turn);
  if (!connected) return halt(turn, batchId);
  const deadline = performance.now() + settings.postTimeoutMs;
  const body = await findBody(ctx.db, batchId);
  if (!body) throw new Error(`batch ${batchId} has no bytes`);
  const begun = await begin(turn, batchId);
  if (begun === "held") return;
  ctx.changes.note({ batch: batchId });
  await ports.faultPoint("lane:begun");
  // a stop does not cut it off: the deadline bounds it, and its answer would be lost
  const { signal } = new AbortController();
  const answer = await connected.ledger.submit(connected.target, body, { deadline, signal });
  await ports.faultPoint("lane:answered");
  const change = afterAnswer({ status, tries: begun.tries }, answer, settings, ports.roll());
  const counts = await ctx.db.transact(async (tx) => {
    if (!(await answerAttempt(tx, { ...answerOf(answer), attemptId: begun.id, fence: work.fence })))
      return false;
    await settle(tx, turn, { batchId, from: { submitted: true, status }, change });
    return true;
  });
  ctx.changes.note({ batch: batchId, due: true });
  if (!counts)
    throw new QueueError(
      "lease_lost",
      `The claim on lane ${lane.serviceId} is lost; a late answer changed nothing.`,
    );
  await ports.faultPoint("lane:recorded");
}

function answerOf(answer: SubmitAnswer) {
  const { kind, httpStatus, ledgerCode, message } = answer;
  return { outcome: kind, httpStatus: httpStatus ?? null, ledgerCode: ledgerCode ?? null, message };
}

/**
 * Writes the attempt down, or holds a batch nobody has done anything with while its collection is held.
 * @throws QueueError `lease_lost`: the claim or the batch is somebody else's
 */
async function begin(
  { ctx, ports, work, lane, settings }: TurnContext,
  batchId: string,
): Promise<BegunAttempt | "held"> {
  const open = lane.open.find(({ id }) => id === batchId);
  const begun = await ctx.db.transact(async (tx) => {
    if (!open && (await holdBatch(tx, batchId))) return "held";
    const attempt = await beginAttempt(tx, {
      laneId: lane.id,
      batchId,
      fence: work.fence,
      instance: ports.instance,
      submitted: open?.submitted ?? false,
      status: open?.status ?? null,
      postTimeoutMs: settings.postTimeoutMs,
      settleMs: settings.settleMs,
    });
    if (attempt?.state === "Pending") {
      await moveBatch(tx, { batchId, from: "Pending", to: "Processing", by: "worker", actor: "Waybill" });
    }
    return attempt;
  });
  if (!begun)
    throw new QueueError("lease_lost", `Lane ${lane.serviceId} or its batch is no longer this worker's.`);
  return begun;
}

async function holdBatch(tx: Sql, batchId: string): Promise<boolean> {
  const batch = await findStanding(tx, batchId);
  const hold = batch?.state === "Pending" ? await lockHold(tx, batch.collectionId) : null;
  if (hold === null) return false;
  const reason = `The collection is held: ${hold}`;
  await moveBatch(tx, { batchId, from: "Pending", to: "Held", by: "worker", actor: "Waybill", reason });
  return true;
}

/** Without a connection nothing can be sent; the lane says so and waits. */
async function halt(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane } = turn;
  const open = lane.open.find(({ id }) => id === batchId);
  const from = { submitted: open?.submitted ?? false, status: open?.status ?? null };
  const reason = `The lane's ledger ${lane.ledger ?? ""} is not among the connections of LEDGERS.`;
  const change = { ...AT_REST, status: from.status, unknown: "keep", halt: reason, message: null } as const;
  await ctx.db.transact((tx) => settle(tx, turn, { batchId, from, change }));
}
