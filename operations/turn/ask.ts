import { setTimeout as sleep } from "node:timers/promises";
import { WaybillError } from "../../core/errors.ts";
import { afterReading, afterSilence } from "../../core/lane/after-reading.ts";
import { endMoves } from "../../core/lane/end-moves.ts";
import { isFinalStatus } from "../../core/lane/facts.ts";
import type { AskedBatch, SubmissionChange } from "../../core/lane/submission.ts";
import type { StatusReading } from "../../core/ledger/ports.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import { keepLateAnswer } from "../../prisma/store/attempt/answer.ts";
import type { Begun } from "../../prisma/store/attempt/serial.ts";
import { databaseNow, isConnected, leaseLost, notConnected, type TurnContext } from "./context.ts";
import { noteSilence } from "./note-silence.ts";
import { type Answered, record } from "./submit.ts";
import { tellsNobody } from "./tells-nobody.ts";
import { writeStanding } from "./write-standing.ts";

/** A batch begun in a serial lane. `deadline`: that of its call, by wakingNow(), read before the batch was begun. */
export type Going = Begun & { readonly deadline: number };

/** How a run ended: nothing is left in the lane, or it must be read again. */
export type RunEnd = "empty" | "look";

/** An acceptance is shown after this long, even if the ledger has not yet answered the first question. */
const SHOW_AFTER_MS = 200;

/**
 * Asks about the one open batch of a lane. If it has ended, the next batch of a serial lane is begun in the same
 * transaction. `accepted`: the answer to its call, which is still to be recorded: together with the end, or by itself.
 */
export async function askOne(
  turn: TurnContext,
  batch: AskedBatch & { readonly profileVersionId: string },
  accepted?: Answered,
): Promise<Going | RunEnd> {
  const { ctx, lane, ports } = turn;
  const asking = readChanges(turn, [batch]);
  const done = asking.then(
    () => false,
    () => false,
  );
  const isLate = accepted && (await Promise.race([done, sleep(SHOW_AFTER_MS, true, { ref: false })]));
  if (isLate) await record(turn, accepted);
  const unrecorded = isLate ? undefined : accepted;
  const [change] = await asking.catch(async (error) => {
    if (unrecorded) await record(turn, unrecorded);
    throw error;
  });
  if (!change) throw new Error("a question was not answered");
  const { halt } = change;
  if (!isFinalStatus(change.status) || halt !== null || lane.ordering !== "serial" || turn.isOver()) {
    if (unrecorded) await record(turn, unrecorded);
    await writeAsked(turn, batch, change);
    return "look";
  }
  const isSilent = await tellsNobody(ctx, batch.profileVersionId);
  await ports.faultPoint("lane:picked");
  const deadline = wakingNow() + turn.settings.postTimeoutMs;
  const ended = await ports.steps.endAndBegin(turn.claim, {
    batchId: batch.id,
    from: { submitted: batch.submitted, status: batch.status },
    change,
    moves: endMoves(change, isSilent).map((move) => ({ ...move, actor: "Waybill" })),
    actor: "Waybill",
    ...(unrecorded && { accepted: unrecorded }),
  });
  if (!ended && unrecorded) await keepLateAnswer(ctx.db, unrecorded.answer);
  if (!ended) throw leaseLost(lane);
  ctx.changes.note({ batch: batch.id, due: !isSilent });
  await ports.faultPoint("lane:recorded");
  if (ended.begun) return { ...ended.begun, deadline };
  return ended.isLast ? "empty" : "look";
}

/** Saves a batch's standing after an answer. */
export async function writeAsked(
  turn: TurnContext,
  batch: AskedBatch,
  change: SubmissionChange,
): Promise<void> {
  const { id: batchId, submitted, status } = batch;
  await turn.ctx.db.transact((tx) =>
    writeStanding(tx, turn, { batchId, from: { submitted, status }, change }),
  );
  turn.ctx.changes.note({ batch: batchId, due: isFinalStatus(change.status) });
}

/** Asks the ledger about batches of a lane in one request. @returns the change to each, in order */
export async function readChanges(
  turn: TurnContext,
  group: readonly AskedBatch[],
): Promise<readonly SubmissionChange[]> {
  // the ledger's answer may take a while; the grace time is measured at the time of the request
  const [askedAt, { settings }] = [databaseNow(turn), turn];
  const answers = await read(turn, group);
  return group.map((batch, place) => {
    if (typeof answers === "string") return afterSilence(batch, answers, settings);
    const reading = answers[place];
    return reading
      ? afterReading(batch, reading, settings, askedAt)
      : afterSilence(batch, "The ledger left this batch out.", settings);
  });
}

/** @returns one reading per batch, or why there is none */
async function read(
  turn: TurnContext,
  group: readonly AskedBatch[],
): Promise<readonly StatusReading[] | string> {
  if (!isConnected(turn)) return notConnected(turn.lane);
  const { ledger, target } = turn.connection;
  const ids = group.map(({ ledgerId, id }) => ledgerId ?? id);
  const { askTimeoutMs: timeoutMs } = turn.settings;
  try {
    const readings = await ledger.readStatuses(target, ids, {
      timeoutMs,
      signal: turn.signal,
    });
    await noteSilence(turn, false);
    return readings;
  } catch (error) {
    if (
      error instanceof WaybillError &&
      (error.code === "ledger_unreachable" || error.code === "ledger_refused")
    ) {
      await noteSilence(turn, error.code === "ledger_unreachable");
      return error.message;
    }
    throw error;
  }
}
