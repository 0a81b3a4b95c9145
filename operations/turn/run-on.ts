import type { AskedBatch } from "../../core/lane/submission.ts";
import { APPLIES_ONCE } from "../../core/ledger/ports.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import { askOne, type Going, type RunEnd } from "./ask.ts";
import { type ConnectedTurn, databaseNow, isConnected, type TurnContext } from "./context.ts";
import { type Answered, call, record, submitToLedger } from "./submit.ts";

/**
 * Begins the next batch of a ledger's serial lane and goes on from there. `batchId`: the batch the turn found, for
 * cases only submitToLedger handles: a held collection, a missing connection.
 */
export async function submitNext(turn: TurnContext, batchId: string): Promise<RunEnd> {
  const deadline = wakingNow() + turn.settings.postTimeoutMs;
  if (isConnected(turn)) {
    const begun = await turn.ports.steps.beginNext(turn.claim);
    if (begun) return runOn(turn, { ...begun, deadline });
  }
  await submitToLedger(turn, batchId);
  return "look";
}

/**
 * Goes from one batch to the next as long as the ledger accepts each and reports its end at once. Each call is saved
 * before it is made. Where the ledger applies a batch once however often it is sent, acceptance and end are saved
 * together: a run that ends in between leaves a call without an answer, and the ledger is asked about it first.
 */
export async function runOn(turn: ConnectedTurn, first: Going): Promise<RunEnd> {
  const savesAtOnce = !APPLIES_ONCE[turn.connection.ledger.backend];
  for (let going = first; ; ) {
    const answered = await call(turn, { ...going, status: null });
    const goesOn = answered.answer.outcome === "accepted" && !turn.signal.aborted;
    if (savesAtOnce || !goesOn) await record(turn, answered);
    if (!goesOn) return "look";
    const batch = { ...acceptedNow(turn, answered), profileVersionId: going.profileVersionId };
    const next = await askOne(turn, batch, savesAtOnce ? undefined : answered);
    if (typeof next === "string") return next;
    going = next;
  }
}

/** The batch of a call that was just accepted, to be asked about. */
function acceptedNow(turn: ConnectedTurn, { batch, change }: Answered): AskedBatch {
  return {
    ...change,
    id: batch.batchId,
    ledgerId: batch.ledgerId,
    acceptedAt: databaseNow(turn),
    validSince: null,
    effectUntil: null,
    // only a new batch goes on from here
    forgottenCount: 0,
  };
}
