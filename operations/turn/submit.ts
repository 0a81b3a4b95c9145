import { afterAnswer } from "../../core/lane/after-answer.ts";
import { asBefore, type OpenBatch, type SubmissionChange } from "../../core/lane/submission.ts";
import { APPLIES_ONCE } from "../../core/ledger/ports.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import type { Sql } from "../../prisma/sql.ts";
import { type AttemptAnswer, answerAttempt, keepLateAnswer } from "../../prisma/store/attempt/answer.ts";
import { beginAttempt } from "../../prisma/store/attempt/begin.ts";
import type { Begun } from "../../prisma/store/attempt/serial.ts";
import { findStanding } from "../../prisma/store/batch/load.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { findBody } from "../../prisma/store/batch/payload.ts";
import { lockWhyStopped } from "../../prisma/store/hold/hold.ts";
import {
  type ConnectedTurn,
  findOpen,
  isConnected,
  leaseLost,
  notConnected,
  standingOf,
  type TurnContext,
} from "./context.ts";
import { noteSilence } from "./note-silence.ts";
import { writeStanding } from "./write-standing.ts";

/**
 * One try for a batch: saved before the call, made once, recorded after it. The deadline is set before anything else,
 * so that a process paused in between sends nothing late. @throws WaybillError `lease_lost`
 */
export async function submitToLedger(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane, settings } = turn;
  if (!isConnected(turn)) return halt(turn, batchId);
  const deadline = wakingNow() + settings.postTimeoutMs;
  const body = await findBody(ctx.db, batchId);
  if (!body) throw new Error(`batch ${batchId} has no bytes`);
  const begun = await begin(turn, batchId);
  if (begun === "held") return ctx.changes.note({ batch: batchId });
  const { id: attemptId, tries } = begun;
  const { status } = standingOf(lane, batchId);
  await send(turn, { batchId, attemptId, tries, body, deadline, status, ledgerId: null });
}

/**
 * Saves the attempt, or moves an untouched batch to Held while its collection is held.
 * @throws WaybillError `lease_lost`: the claim or the batch is now somebody else's
 */
async function begin(turn: TurnContext, batchId: string) {
  const { ctx, claim, lane } = turn;
  const begun = await ctx.db.transact(async (tx) => {
    if (!findOpen(lane, batchId) && (await holdBatch(tx, batchId))) return "held";
    const attempt = await beginAttempt(tx, { ...claim, batchId, ...standingOf(lane, batchId) });
    if (attempt?.state === "Pending") {
      await moveBatch(tx, { batchId, from: "Pending", to: "Processing", by: "worker", actor: "Waybill" });
    }
    return attempt;
  });
  if (!begun) throw leaseLost(lane);
  return begun;
}

async function holdBatch(tx: Sql, batchId: string): Promise<boolean> {
  const batch = await findStanding(tx, batchId);
  const reason = batch?.state === "Pending" ? await lockWhyStopped(tx, batchId) : null;
  if (reason === null) return false;
  await moveBatch(tx, { batchId, from: "Pending", to: "Held", by: "worker", actor: "Waybill", reason });
  return true;
}

/** Without a connection nothing can be sent; the lane says so and waits. */
async function halt(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane } = turn;
  const from = standingOf(lane, batchId);
  const change = asBefore(from.status, { message: null, halt: notConnected(lane) });
  await ctx.db.transact((tx) => writeStanding(tx, turn, { batchId, from, change }));
}

/**
 * A batch whose attempt is saved. `deadline`: that of the call, by the clock of lib/waking-clock.ts, read before
 * saving.
 */
export type Sendable = Omit<Begun, "ledgerId" | "profileVersionId"> & {
  readonly ledgerId: string | null;
  readonly status: OpenBatch["status"];
  readonly deadline: number;
};

/** A call that was made, its answer not yet recorded, and what the answer changes. */
export type Answered = {
  readonly batch: Sendable;
  readonly answer: AttemptAnswer;
  readonly change: SubmissionChange;
};

/**
 * Makes the call of one attempt, once, and records its answer.
 * @throws WaybillError `lease_lost`: the answer came too late; it is kept but changes nothing
 */
async function send(turn: ConnectedTurn, batch: Sendable): Promise<void> {
  await record(turn, await call(turn, batch));
}

/** Makes the call of one attempt, once. Its answer is still to be recorded. */
export async function call(turn: ConnectedTurn, batch: Sendable): Promise<Answered> {
  const { ctx, ports, claim, settings, connection } = turn;
  const { ledger, target } = connection;
  const { batchId, attemptId, deadline, status, tries } = batch;
  ctx.changes.note({ batch: batchId });
  await ports.faultPoint("lane:begun");
  // a shutdown does not cut it off, or its answer would be lost; the deadline bounds it
  const { signal } = new AbortController();
  const answer = await ledger.submit(target, batch.body, { deadline, signal });
  await ports.faultPoint("lane:answered");
  const { kind: outcome, httpStatus = null, ledgerCode = null, message } = answer;
  const isOver = answer.kind !== "ambiguous" || answer.isOver;
  const before = { status, tries, isIdempotent: APPLIES_ONCE[ledger.backend] };
  return {
    batch,
    answer: { attemptId, fence: claim.fence, outcome, httpStatus, ledgerCode, message, isOver },
    change: afterAnswer(before, answer, settings, ports.roll()),
  };
}

/**
 * Records the answer of a call and the change to its batch.
 * @throws WaybillError `lease_lost`: the answer came too late; it is kept but changes nothing
 */
export async function record(turn: TurnContext, { batch, answer, change }: Answered): Promise<void> {
  const { ctx, ports, claim, lane } = turn;
  const { batchId, status } = batch;
  const from = { submitted: true, status };
  const { halt } = change;
  const counts =
    halt === null && change.status !== "Rejected"
      ? await ports.steps.record({
          ...answer,
          batchId,
          laneId: claim.laneId,
          from,
          change: { ...change, halt },
          actor: "Waybill",
        })
      : await ctx.db.transact(async (tx) => {
          if (!(await answerAttempt(tx, answer))) return false;
          await writeStanding(tx, turn, { batchId, from, change });
          return true;
        });
  if (!counts) {
    await keepLateAnswer(ctx.db, answer);
    throw leaseLost(lane);
  }
  // a call that could not be made says nothing about the ledger
  if (answer.httpStatus !== null || answer.outcome !== "rejected")
    await noteSilence(turn, answer.httpStatus === null);
  ctx.changes.note({ batch: batchId, due: change.status === "Rejected" });
  await ports.faultPoint("lane:recorded");
}
