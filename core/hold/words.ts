import { ended, minute } from "../sentence.ts";
import type { Hold } from "./hold.ts";

/** What a hold of stops work: kept on what it stopped. */
export type HeldBy = "collection" | "batch";

/** Why something was stopped, as its history says it. No full stop is added. */
export function whyStopped(thing: HeldBy, { reason }: Pick<Hold, "reason">): string {
  return `The ${thing} is held: ${reason}`;
}

/** The same of a hold on the thing itself. */
export function whyHeld({ by, reason }: Pick<Hold, "by" | "reason">): string {
  return `${by} holds it: ${reason}`;
}

/** A hold in one or two sentences, its end where it has one. Times are UTC. `subject`: "The collection". */
export function holdSentence(subject: string, { at, by, reason, until }: Hold): string {
  const end = until ? ` The hold ends at ${minute(until)}.` : "";
  return `${subject} is held by ${by} since ${minute(at)}: ${ended(reason)}${end}`;
}

/** Why what waits for the intake waits. */
export function whyPaused(hold: Hold): string {
  return `${holdSentence("The intake", hold)} Nothing new begins until it is lifted.`;
}
