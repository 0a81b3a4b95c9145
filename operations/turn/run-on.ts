import { wakingNow } from "../../lib/waking-clock.ts";
import { beginNext } from "../../prisma/store/attempt/answer.ts";
import { askOne, type Going, type RunEnd } from "./ask.ts";
import { type ConnectedTurn, isConnected, type TurnContext } from "./context.ts";
import { send, submitToLedger } from "./submit.ts";

/**
 * Begins the next batch of a ledger's serial lane and goes on from there. `batchId`: the batch the turn found, for
 * cases only submitToLedger handles: a held collection, a missing connection.
 */
export async function submitNext(turn: TurnContext, batchId: string): Promise<RunEnd> {
  const deadline = wakingNow() + turn.settings.postTimeoutMs;
  if (isConnected(turn)) {
    const begun = await beginNext(turn.ctx.db, turn.claim);
    if (begun) return runOn(turn, { ...begun, deadline });
  }
  await submitToLedger(turn, batchId);
  return "look";
}

/**
 * Goes from one batch to the next as long as the ledger accepts each and reports its end at once. Each step is saved
 * before the next, so that a run can end anywhere.
 */
export async function runOn(turn: ConnectedTurn, first: Going): Promise<RunEnd> {
  for (let going = first; ; ) {
    const accepted = await send(turn, { ...going, status: null });
    if (!accepted || turn.signal.aborted) return "look";
    const next = await askOne(turn, { ...accepted, profileVersionId: going.profileVersionId });
    if (typeof next === "string") return next;
    going = next;
  }
}
