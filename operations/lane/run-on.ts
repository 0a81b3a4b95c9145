import { wakingNow } from "../../lib/waking-clock.ts";
import { beginNext } from "../../prisma/store/attempt/answer.ts";
import { askOne, type Going, type RunEnd } from "./ask-one.ts";
import { send } from "./send.ts";
import { submitToLedger } from "./submit-to-ledger.ts";
import { claimedBy, ledgerOf, type TurnContext } from "./turn-context.ts";

/**
 * Begins the next batch of a serial lane of a ledger and goes on from there. `batchId`: what the turn found, for the
 * cases only submitToLedger knows: a held collection, a missing connection.
 */
export async function submitNext(turn: TurnContext, batchId: string): Promise<RunEnd> {
  const deadline = wakingNow() + turn.settings.postTimeoutMs;
  const begun = ledgerOf(turn) && (await beginNext(turn.ctx.db, claimedBy(turn)));
  if (begun) return runOn(turn, { ...begun, deadline });
  await submitToLedger(turn, batchId);
  return "look";
}

/**
 * From a batch that is begun to the next one, as long as the ledger accepts each and says at once how it ended. Each step
 * is written down before the next, so that a run can end anywhere.
 */
export async function runOn(turn: TurnContext, first: Going): Promise<RunEnd> {
  const connected = ledgerOf(turn);
  if (!connected) return "look";
  for (let going = first; ; ) {
    const accepted = await send(turn, connected, { ...going, status: null });
    if (!accepted || turn.work.signal.aborted) return "look";
    const next = await askOne(turn, { ...accepted, profileVersionId: going.profileVersionId });
    if (typeof next === "string") return next;
    going = next;
  }
}
