import { wakingNow } from "../../lib/waking-clock.ts";
import { beginNext } from "../../prisma/store/attempt/answer.ts";
import { askOne, type Going, type RunEnd } from "./ask.ts";
import { type ConnectedTurn, isConnected, type TurnContext } from "./context.ts";
import { send, submitToLedger } from "./submit.ts";

/**
 * Begins the next batch of a serial lane of a ledger and goes on from there. `batchId`: what the turn found, for the
 * cases only submitToLedger knows: a held collection, a missing connection.
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
 * From a batch that is begun to the next one, as long as the ledger accepts each and says at once how it ended. Each step
 * is written down before the next, so that a run can end anywhere.
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
