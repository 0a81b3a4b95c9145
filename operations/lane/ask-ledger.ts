import type { AskedBatch } from "../../core/lane/submission.ts";
import { askOne, type RunEnd, settleAsked } from "./ask-one.ts";
import { readChanges } from "./read-changes.ts";
import { runOn } from "./run-on.ts";
import { ledgerOf, type TurnContext } from "./turn-context.ts";

/** Asks the ledger for batches of the lane, in groups, and writes what it says. A ledger that does not answer is asked again later. */
export async function askLedger(turn: TurnContext, batchIds: readonly string[]): Promise<RunEnd> {
  const { lane, work } = turn;
  const connected = ledgerOf(turn);
  const batches = lane.open.filter(({ id }) => batchIds.includes(id));
  const [only] = batches;
  if (only && lane.open.length === 1) {
    const next = await askOne(turn, only);
    return typeof next === "string" ? next : runOn(turn, next);
  }
  const most = connected?.ledger.idsAtOnce ?? 1;
  for (let at = 0; at < batches.length; at += most) {
    await askGroup(turn, batches.slice(at, at + most));
    work.signal.throwIfAborted();
  }
  return "look";
}

async function askGroup(turn: TurnContext, group: readonly AskedBatch[]): Promise<void> {
  const changes = await readChanges(turn, group);
  for (const [place, batch] of group.entries()) {
    const change = changes[place];
    if (change) await settleAsked(turn, batch, change);
  }
}
