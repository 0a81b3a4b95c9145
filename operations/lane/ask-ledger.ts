import { QueueError } from "../../core/errors.ts";
import { afterReading, afterSilence } from "../../core/lane/after-reading.ts";
import type { OpenBatch, SubmissionChange } from "../../core/lane/submission.ts";
import type { StatusReading } from "../../core/ledger/ports.ts";
import { settle } from "./settle.ts";
import { ledgerOf, type TurnContext } from "./turn-context.ts";

/** Asks the ledger for batches of the lane, in groups, and writes what it says. A ledger that does not answer is asked again later. */
export async function askLedger(turn: TurnContext, batchIds: readonly string[]): Promise<void> {
  const { lane, work } = turn;
  const connected = ledgerOf(turn);
  const batches = lane.open.filter(({ id }) => batchIds.includes(id));
  const most = connected?.ledger.idsAtOnce ?? 1;
  for (let at = 0; at < batches.length; at += most) {
    await askGroup(turn, batches.slice(at, at + most));
    work.signal.throwIfAborted();
  }
}

async function askGroup(turn: TurnContext, group: readonly OpenBatch[]): Promise<void> {
  const { ctx, settings } = turn;
  const answers = await read(turn, group);
  // the ledger's answer may have taken a while; the grace time counts from when it was asked
  const now = turn.lane.now;
  for (const [place, batch] of group.entries()) {
    const reading = typeof answers === "string" ? undefined : answers[place];
    const change: SubmissionChange = reading
      ? afterReading(batch, reading, settings, now)
      : afterSilence(
          batch,
          typeof answers === "string" ? answers : "The ledger left this batch out.",
          settings,
        );
    const { id: batchId, submitted, status } = batch;
    await ctx.db.transact((tx) => settle(tx, turn, { batchId, from: { submitted, status }, change }));
    ctx.changes.note({ batch: batchId, due: change.status !== status });
  }
}

/** @returns one reading per batch, or why there are none */
async function read(
  turn: TurnContext,
  group: readonly OpenBatch[],
): Promise<readonly StatusReading[] | string> {
  const connected = ledgerOf(turn);
  if (!connected)
    return `The lane's ledger ${turn.lane.ledger ?? ""} is not among the connections of LEDGERS.`;
  const ids = group.map(({ ledgerId, id }) => ledgerId ?? id);
  const { askTimeoutMs: timeoutMs } = turn.settings;
  try {
    return await connected.ledger.readStatuses(connected.target, ids, {
      timeoutMs,
      signal: turn.work.signal,
    });
  } catch (error) {
    if (
      error instanceof QueueError &&
      (error.code === "ledger_unreachable" || error.code === "ledger_refused")
    )
      return error.message;
    throw error;
  }
}
