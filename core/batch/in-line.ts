import type { WhyView } from "../contracts/lane-views.ts";
import type { Sentence } from "../contracts/sentence.ts";
import type { Hold } from "../hold/hold.ts";
import { heldSentence, intakeHeldSentence } from "../hold/words.ts";
import type { Cause } from "../lane/why-facts.ts";
import { count, ended, inARow, tell, type Words } from "../sentence.ts";
import { bytes } from "../space/admission.ts";
import { minute } from "../time-words.ts";

/** Where a batch stands in its lane. */
export type InLine = {
  /** Batches of the lane that were accepted earlier and have not ended. */
  readonly batches: number;
  /** The objects in them that have not ended, and the bytes still to come; `isMore`: the numbers are incomplete. */
  readonly objects: number;
  readonly bytes: number;
  readonly isMore: boolean;
  /** What the lane is waiting for, as far as the reader may know; null: nothing to say. */
  readonly why: Pick<WhyView, "cause" | "pieces"> | null;
  /** This batch is the head of its lane. */
  readonly isFirst: boolean;
};

/** The holds that keep a batch from beginning, and what its own row adds. */
export type Stops = {
  readonly collectionHold: Hold | null;
  readonly intakeHold: Hold | null;
  /** Why it cannot begin although it is its turn, and when Waybill looks again. */
  readonly delay: { readonly reason: string; readonly until: Date | null } | null;
  readonly waitReason: string | null;
};

/** Normal causes, which need no mention. */
const GOES: readonly Cause[] = ["empty", "next", "intake_held"];
/** Causes that stop a whole lane, its first batch included. */
const STOPS_ALL: readonly Cause[] = ["held", "halted", "several_open", "no_worker"];

/** Where a batch is while it waits for its turn: how much is ahead of it, and the real reason why it has not begun. */
export function whereInLine(line: InLine, stops: Stops): Sentence {
  const reasons = inARow(ownReason(stops), laneReason(line, stops));
  if (line.batches > 0)
    return inARow(`Waiting in line: ${before(line)} before yours in this lane${amount(line)}.`, reasons);
  return reasons.length > 0 ? inARow("First in line.", reasons) : tell`First in line: it starts in a moment.`;
}

function before({ batches }: InLine): string {
  return `${count(batches)} ${batches === 1 ? "deposit" : "deposits"}`;
}

/** How much is ahead, since a deposit may be one object or a hundred thousand. */
function amount({ objects, bytes: left, isMore }: InLine): string {
  if (objects === 0) return "";
  const least = isMore ? "at least " : "";
  const size = left > 0 ? ` and ${bytes(left)}` : "";
  return `, with ${least}${count(objects)} ${objects === 1 ? "object" : "objects"}${size} to go`;
}

/** What keeps the batch itself from beginning. */
function ownReason({ collectionHold, intakeHold, delay, waitReason }: Stops): Words {
  if (collectionHold) return heldSentence("Its collection is held", collectionHold, ["It goes on at", ""]);
  if (intakeHold) return intakeHeldSentence(intakeHold);
  if (delay)
    return inARow(
      ended(delay.reason),
      delay.until ? tell`Waybill looks again at ${minute(delay.until)}.` : "",
    );
  return waitReason ?? "";
}

/**
 * What keeps its lane from moving. A reason that concerns only the first batch is mentioned on the pages of the others;
 * its own page says it directly.
 */
function laneReason({ why, isFirst, batches }: InLine, { intakeHold }: Stops): Words {
  if (!why || GOES.includes(why.cause)) return "";
  const isOnlyTheFirst = !STOPS_ALL.includes(why.cause);
  if (isOnlyTheFirst && (isFirst || batches === 0)) return "";
  return isOnlyTheFirst || !intakeHold ? why.pieces : "";
}
