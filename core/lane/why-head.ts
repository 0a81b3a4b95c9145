import { forgottenSentence } from "../ledger/forgotten.ts";
import { count, ended, tell } from "../sentence.ts";
import { clock, since, span } from "../time-words.ts";
import { waitsFor, whoActsWords, whoEnds } from "../wait/kinds.ts";
import { because, type HeadFacts, type LaneStanding, type Why } from "./why-facts.ts";

/** Why the batch at the head of a lane waits, or what it does, when nothing stops the lane itself. */
export function whyHeadWaits(head: HeadFacts, lane: LaneStanding): Why {
  const why = whyItWaits(head, lane);
  if (head.forgottenCount === 0) return why;
  return { ...why, sentence: tell`${why.sentence} ${forgottenSentence(head.forgottenCount)}` };
}

function whyItWaits(head: HeadFacts, lane: LaneStanding): Why {
  const { state, status, unresolved, submitted } = head;
  if (unresolved) {
    return because(
      "unresolved",
      "A person has to decide: nobody can tell whether the ledger applied the first batch, and sending it again might apply it twice.",
    );
  }
  if (state === "Held") return batchHeld(head, lane);
  if (head.stoppedAt) return standsStill(head.stoppedAt, head, lane);
  if (lane.silentSince && isAtLedger(head, lane)) return silent(lane.silentSince, head, lane);
  if (head.call) return call(head.call, lane);
  if (status === "Pending" || status === "Valid")
    return lane.backend === "repository" ? jobs(head, lane) : atLedger(head, status, lane);
  if (submitted) return betweenTries(head, lane);
  if (status === "Delayed") return delayed(head, lane);
  if (status === "Unknown") return head.validSince ? foundValid(head.validSince, lane) : asking(head, lane);
  return untouched(head, lane);
}

function untouched({ hasPosition }: HeadFacts, { settings }: LaneStanding): Why {
  if (settings.startsWhen === "accepted" || hasPosition) return because("next", "The first batch goes next.");
  return because(
    "position",
    "The first batch waits for its position, without which this lane begins none. A worker gives it a moment after the batch is accepted.",
  );
}

function isAtLedger({ submitted, status }: HeadFacts, { backend }: LaneStanding): boolean {
  return backend !== "repository" && (submitted || status !== null);
}

function batchHeld({ stateAt, waitReason, hold }: HeadFacts, { now }: LaneStanding): Why {
  const what = hold?.on === "collection" ? "The collection of the first batch" : "The first batch";
  const why = hold ? `: ${ended(hold.reason)}` : waitReason ? `: ${ended(waitReason)}` : ".";
  const held = hold ? tell`by ${hold.by} ${since(hold.at, now)}` : since(stateAt, now);
  const until = hold?.until ? tell`at ${clock(hold.until, now)}, or before that ` : "";
  const release = hold?.on === "collection" ? "when the hold is released" : "when an operator releases it";
  return because("batch_held", tell`${what} is held ${held}${why} It goes on ${until}${release}.`);
}

function standsStill(at: Date, { waitReason }: HeadFacts, { now }: LaneStanding): Why {
  const why = waitReason ? `: ${ended(waitReason)}` : ". An operator decides on it.";
  return because("stopped", tell`The first batch has stood still ${since(at, now)}${why}`);
}

/**
 * A ledger that does not answer. Waybill keeps trying; after a while the sentence asks for an operator. `head` null:
 * the reader may not know when the next try is.
 */
export function silent(at: Date, head: HeadFacts | null, { now, settings }: LaneStanding): Why {
  const due = head && (head.retryAt ?? head.delayedUntil ?? head.nextCheckAt);
  const next =
    due && due > now ? tell` Waybill tries again at ${clock(due, now)}.` : " Waybill keeps trying.";
  const sentence = tell`The ledger has been unreachable ${since(at, now)}.${next}`;
  if (now.getTime() - at.getTime() < settings.alarmPendingMs) return because("silent", sentence);
  return because("unreachable", tell`${sentence} An operator must check the ledger.`);
}

function call({ begunAt, deadlineAt }: NonNullable<HeadFacts["call"]>, { now }: LaneStanding): Why {
  return deadlineAt > now
    ? because("submitting", tell`The first batch is being submitted ${since(begunAt, now)}.`)
    : because(
        "asking",
        tell`No answer was recorded to the call of ${clock(begunAt, now)}; the ledger is asked next.`,
      );
}

/** A repository batch that was handed over: its jobs run, then its report is written. */
function jobs({ state, jobs: made }: HeadFacts, _: LaneStanding): Why {
  const sentence =
    state === "Reporting"
      ? "The jobs of the first batch have ended; its report is being written."
      : made === null
        ? "The first batch is being split into jobs."
        : `The jobs of the first batch are running: ${endedOf(made)}.`;
  if (state === "Reporting" || !made?.waitCode) return because("jobs", sentence);
  const { waitCode } = made;
  const cause = whoEnds(waitCode) === "nobody" ? "jobs_wait" : "jobs_need_person";
  // all or only some of them wait for this, but none is moving
  const waits = `Jobs of the first batch wait for ${waitsFor(waitCode)}: ${endedOf(made)}.`;
  return because(cause, `${waits}${whoActsWords(waitCode)}`);
}

function endedOf({ ended: over, all }: { readonly ended: number; readonly all: number }): string {
  return `${count(over)} of ${count(all)} ${over === 1 ? "has" : "have"} ended`;
}

function atLedger(head: HeadFacts, status: "Pending" | "Valid", lane: LaneStanding): Why {
  const { now, settings } = lane;
  const from = head.acceptedAt ?? head.stateAt;
  if (status === "Valid") return foundValid(head.validSince ?? from, lane);
  const waitedMs = now.getTime() - from.getTime();
  const waits = tell`The ledger has had the first batch ${since(from, now)} and still reports it as Pending`;
  if (waitedMs >= settings.alarmPendingMs) {
    return because(
      "stuck",
      tell`${waits}, longer than ${span(settings.alarmPendingMs)}. An operator must check the ledger.`,
    );
  }
  if (waitedMs >= settings.stuckPendingMs)
    return because("slow", tell`${waits}, longer than ${span(settings.stuckPendingMs)}.`);
  return because(
    "pending",
    tell`Waits for the ledger ${since(from, now)}: the first batch is Pending there.`,
  );
}

function foundValid(from: Date, { now, settings }: LaneStanding): Why {
  if (now.getTime() - from.getTime() >= settings.stuckValidMs) {
    return because(
      "stuck",
      tell`The ledger has reported the first batch as Valid ${since(from, now)}, longer than ${span(settings.stuckValidMs)}, and has not committed it. An operator must check the ledger.`,
    );
  }
  return because(
    "valid",
    tell`The ledger found the first batch valid at ${clock(from, now)} and has yet to commit it.`,
  );
}

/** The submitter has it, and no call is under way. */
function betweenTries({ tries, retryAt }: HeadFacts, { now, settings }: LaneStanding): Why {
  if (retryAt === null || tries === 0) return because("submitting", "The first batch is being submitted.");
  const next = Math.min(tries + 1, settings.tries);
  const when = retryAt > now ? tell`at ${clock(retryAt, now)}` : "now";
  return because("busy", tell`The ledger is busy. Next try (${next} of ${settings.tries}) ${when}.`);
}

function delayed({ delayedUntil, message }: HeadFacts, { now }: LaneStanding): Why {
  if (delayedUntil === null || delayedUntil <= now)
    return because("next", "The first batch has waited out its delay and goes next.");
  const why = message ? `: ${ended(message)}` : ".";
  return because("delayed", tell`The first batch is delayed until ${clock(delayedUntil, now)}${why}`);
}

function asking(
  { unknownSince, tries, retryAt, effectUntil }: HeadFacts,
  { now, settings }: LaneStanding,
): Why {
  const from = unknownSince ? tell` ${since(unknownSince, now)}` : "";
  const sentence = tell`It is not known${from} whether the ledger has the first batch; the ledger is being asked.`;
  if (effectUntil && effectUntil > now) {
    const wait = tell`A call for it that was cut off may still arrive until ${clock(effectUntil, now)}, so nothing is sent before that.`;
    return because("asking", tell`${sentence} ${wait}`);
  }
  if (retryAt === null || tries >= settings.tries) return because("asking", sentence);
  const next = tell`If not: try ${tries + 1} of ${settings.tries} ${retryAt > now ? tell`at ${clock(retryAt, now)}` : "now"}.`;
  return because("asking", tell`${sentence} ${next}`);
}
