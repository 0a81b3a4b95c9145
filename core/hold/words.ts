import type { Sentence } from "../contracts/sentence.ts";
import { ended, tell } from "../sentence.ts";
import { minute } from "../time-words.ts";
import type { Hold } from "./hold.ts";
import type { Holdable } from "./holdable.ts";

/** Why something was stopped by the hold on `thing`, as its history says it. No full stop is added. */
export function whyStopped(thing: Holdable, { reason }: Pick<Hold, "reason">): string {
  return `The ${thing} is held: ${reason}`;
}

/** The same of a hold on the thing itself. */
export function whyHeld({ by, reason }: Pick<Hold, "by" | "reason">): string {
  return `${by} holds it: ${reason}`;
}

/** What stands before and after the time a hold ends at by itself. */
type EndWords = readonly [before: string, after: string];

/** A hold in one or two sentences, its end where it has one. `what`: "The collection is held". */
export function heldSentence(
  what: string,
  { at, by, reason, until }: Hold,
  [before, after]: EndWords = ["The hold ends at", ""],
): Sentence {
  const end = until ? tell` ${before} ${minute(until)}${after}.` : "";
  return tell`${what} by ${by} since ${minute(at)}: ${ended(reason)}${end}`;
}

/** The same of a hold on `subject`: "The collection". */
export function holdSentence(subject: string, hold: Hold): Sentence {
  return heldSentence(`${subject} is held`, hold);
}

/** The hold on the whole intake, to whoever has a deposit that waits for it. */
export function intakeHeldSentence(hold: Hold): Sentence {
  return heldSentence("All new work is held", hold, ["It goes on at", " at the latest"]);
}

/** Why what waits for the intake waits. */
export function whyPaused(hold: Hold): Sentence {
  return tell`${holdSentence("The intake", hold)} Nothing new begins until it is released.`;
}
