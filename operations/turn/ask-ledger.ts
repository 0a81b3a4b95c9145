import type { AskedBatch } from "../../core/lane/submission.ts";
import { askOne, type RunEnd, readChanges, writeAsked } from "./ask.ts";
import { isConnected, type TurnContext } from "./context.ts";
import { runOn } from "./run-on.ts";

/**
 * Asks the ledger about batches of the lane, in groups, and saves the answers. A ledger that does not answer is asked
 * again later.
 */
export async function askLedger(turn: TurnContext, batchIds: readonly string[]): Promise<RunEnd> {
  const { lane, connection, signal } = turn;
  const batches = lane.open.filter(({ id }) => batchIds.includes(id));
  const [only] = batches;
  if (only && lane.open.length === 1) {
    const next = await askOne(turn, only);
    if (typeof next === "string") return next;
    return isConnected(turn) ? runOn(turn, next) : "look";
  }
  const most = connection?.ledger.idsAtOnce ?? 1;
  for (let at = 0; at < batches.length; at += most) {
    await askGroup(turn, batches.slice(at, at + most));
    signal.throwIfAborted();
  }
  return "look";
}

async function askGroup(turn: TurnContext, group: readonly AskedBatch[]): Promise<void> {
  const changes = await readChanges(turn, group);
  for (const [place, batch] of group.entries()) {
    const change = changes[place];
    if (change) await writeAsked(turn, batch, change);
  }
}
