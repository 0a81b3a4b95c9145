import { QueueError } from "../../core/errors.ts";
import { afterReading, afterSilence } from "../../core/lane/after-reading.ts";
import type { AskedBatch, SubmissionChange } from "../../core/lane/submission.ts";
import type { StatusReading } from "../../core/ledger/ports.ts";
import { noteSilence } from "./note-silence.ts";
import { databaseNow, ledgerOf, type TurnContext } from "./turn-context.ts";

/** Asks the ledger for batches of a lane in one question. @returns how each stands after it, in order */
export async function readChanges(
  turn: TurnContext,
  group: readonly AskedBatch[],
): Promise<readonly SubmissionChange[]> {
  // the ledger's answer may take a while; the grace time counts from when it was asked
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

/** @returns one reading per batch, or why there are none */
async function read(
  turn: TurnContext,
  group: readonly AskedBatch[],
): Promise<readonly StatusReading[] | string> {
  const connected = ledgerOf(turn);
  if (!connected)
    return `The lane's ledger ${turn.lane.ledger ?? ""} is not among the connections of LEDGERS.`;
  const ids = group.map(({ ledgerId, id }) => ledgerId ?? id);
  const { askTimeoutMs: timeoutMs } = turn.settings;
  try {
    const readings = await connected.ledger.readStatuses(connected.target, ids, {
      timeoutMs,
      signal: turn.work.signal,
    });
    await noteSilence(turn, false);
    return readings;
  } catch (error) {
    if (
      error instanceof QueueError &&
      (error.code === "ledger_unreachable" || error.code === "ledger_refused")
    ) {
      await noteSilence(turn, error.code === "ledger_unreachable");
      return error.message;
    }
    throw error;
  }
}
