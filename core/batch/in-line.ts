import type { Hold } from "../hold/hold.ts";
import { heldSentence, intakeHeldSentence } from "../hold/words.ts";
import type { Cause, Why } from "../lane/why-facts.ts";
import { count, ended } from "../sentence.ts";
import { bytes } from "../space/admission.ts";
import { minute } from "../time-words.ts";

/** Where a batch stands in its lane. */
export type InLine = {
  /** Batches of the lane that were accepted earlier and have not ended. */
  readonly batches: number;
  /** Of these the objects that have not ended, and the bytes that have yet to come; `isMore`: not all of it is known. */
  readonly objects: number;
  readonly bytes: number;
  readonly isMore: boolean;
  /** What the lane waits for, as far as the reader may know it; null: there is nothing to say. */
  readonly why: Why | null;
  /** The lane stands behind this very batch. */
  readonly isFirst: boolean;
};

/** The holds that keep a batch from beginning, and what else its own row tells of that. */
export type Stops = {
  readonly collectionHold: Hold | null;
  readonly intakeHold: Hold | null;
  /** Why it cannot begin though it is its turn, and when that is looked at again. */
  readonly delay: { readonly reason: string; readonly until: Date | null } | null;
  readonly waitReason: string | null;
};

/** What a lane does in the ordinary way: nothing that would have to be told. */
const GOES: readonly Cause[] = ["empty", "next", "intake_held"];
/** What stops a whole lane, its first batch too. */
const STOPS_ALL: readonly Cause[] = ["held", "halted", "several_open", "no_worker"];

/** Where a batch is that waits for its turn: what comes before it, and the true reason why it does not begin. */
export function whereInLine(line: InLine, stops: Stops): string {
  const reasons = [ownReason(stops), laneReason(line, stops)].filter(Boolean);
  if (line.batches > 0)
    return [`Waiting in line: ${before(line)} before yours in this lane${amount(line)}.`, ...reasons].join(
      " ",
    );
  return reasons.length > 0
    ? ["First in line.", ...reasons].join(" ")
    : "First in line: it starts in a moment.";
}

function before({ batches }: InLine): string {
  return `${count(batches)} ${batches === 1 ? "deposit" : "deposits"}`;
}

/** How much that is: a deposit may be one object or a hundred thousand. */
function amount({ objects, bytes: left, isMore }: InLine): string {
  if (objects === 0) return "";
  const least = isMore ? "at least " : "";
  const size = left > 0 ? ` and ${bytes(left)}` : "";
  return `, with ${least}${count(objects)} ${objects === 1 ? "object" : "objects"}${size} to go`;
}

/** What keeps this batch itself. */
function ownReason({ collectionHold, intakeHold, delay, waitReason }: Stops): string {
  if (collectionHold) return heldSentence("Its collection is held", collectionHold, ["It goes on at", ""]);
  if (intakeHold) return intakeHeldSentence(intakeHold);
  if (delay)
    return `${ended(delay.reason)}${delay.until ? ` Waybill looks again at ${minute(delay.until)}.` : ""}`;
  return waitReason ?? "";
}

/** What keeps its lane. What is only about the first batch is told of another one: its own page says it of itself. */
function laneReason({ why, isFirst, batches }: InLine, { intakeHold }: Stops): string {
  if (!why || GOES.includes(why.cause)) return "";
  const isOnlyTheFirst = !STOPS_ALL.includes(why.cause);
  if (isOnlyTheFirst && (isFirst || batches === 0)) return "";
  return isOnlyTheFirst || !intakeHold ? why.sentence : "";
}
