import type { Sentence } from "../contracts/sentence.ts";
import type { BatchWait } from "../contracts/views.ts";
import type { Hold } from "../hold/hold.ts";
import { heldSentence, intakeHeldSentence } from "../hold/words.ts";
import { JOB_ENDED, type JobState } from "../job/states.ts";
import { type AtLedger, whereAtLedger } from "../ledger/where-is-it.ts";
import { count, ended, inARow, tell, type Words } from "../sentence.ts";
import { minute } from "../time-words.ts";
import { waitsFor, whoActsWords } from "../wait/kinds.ts";
import { type InLine, type Stops, whereInLine } from "./in-line.ts";
import type { BatchState } from "./states.ts";

/** The facts that answer "where is it?". */
export type Whereabouts = {
  readonly state: BatchState;
  /** When it entered that state. */
  readonly stateAt: Date;
  /** Jobs by state; states without jobs may be left out. */
  readonly jobs: Partial<Record<JobState, number>>;
  /** All jobs of the payload exist. */
  readonly expanded: boolean;
  /** Its lane has begun it. A released batch waits in line again, at Processing. */
  readonly begun: boolean;
  /** Its place in its lane; null: it has begun, or has ended. */
  readonly line: InLine | null;
  /** Why its lane could not begin it when its turn came. */
  readonly delay: Stops["delay"];
  /** What all work on it is waiting for. */
  readonly waits: BatchWait | null;
  /** The holds on the batch itself, on its collection and on the whole intake, if any. */
  readonly hold: Hold | null;
  readonly collectionHold: Hold | null;
  readonly intakeHold: Hold | null;
  /** A whole sentence, e.g. why a worker cannot go on. */
  readonly waitReason: string | null;
  /** Since when it has stood still because workers died while its jobs were being made or its report written. */
  readonly stoppedAt: Date | null;
  /** A person gave up the jobs that had not been made. */
  readonly givenUp: boolean;
  /** Its standing at the ledger; null for a deposit. */
  readonly atLedger: AtLedger | null;
};

/** For a batch whose place in line was not read. */
const ALONE: InLine = { batches: 0, objects: 0, bytes: 0, isMore: false, why: null, isFirst: true };

type Tally = {
  readonly total: number;
  readonly stored: number;
  readonly failed: number;
  readonly held: number;
  readonly deleted: number;
  /** Not begun. */
  readonly pending: number;
  /** Neither ended nor held. */
  readonly moving: number;
};

/** One sentence that answers "where is it?", shown at the top of the depositor's status page. */
export function whereIsIt(batch: Whereabouts): Sentence {
  return tell`${where(batch)}`;
}

function where(batch: Whereabouts): Words {
  const tally = tallyOf(batch.jobs);
  if (batch.state === "Processing" && !batch.begun) return whereInLine(batch.line ?? ALONE, batch);
  if (batch.stoppedAt && batch.state !== "Processing")
    return tell`${outcome(tally)}. The report could not be written; an operator must look into it, since ${minute(batch.stoppedAt)}.`;
  if (batch.atLedger && batch.state !== "Pending" && batch.state !== "Held" && batch.state !== "Deleted")
    return batch.waits?.code === "ledger_unreachable"
      ? batch.waits.pieces
      : whereAtLedger(batch.state, batch.atLedger);
  switch (batch.state) {
    case "Pending":
      return whereInLine(batch.line ?? ALONE, batch);
    case "Held":
      return heldBy(batch);
    case "Processing":
      return underWay(batch, tally);
    case "Reporting":
      return inARow(`${outcome(tally)}; the report is being written.`, restOf(batch));
    case "Completed":
      return tally.total === 0 ? "Done." : `${outcome(tally)}.`;
    case "Failed":
      return failed(tally, batch);
    case "UpdateReporting":
      return `${outcome(tally)}; the update report is being written.`;
    case "Deleted":
      return "Cancelled or deleted; nothing more of it will be stored.";
  }
}

function heldBy({ hold: own, collectionHold, stateAt, waitReason }: Whereabouts): Sentence {
  const hold = own ?? collectionHold;
  if (hold) return heldWords(hold);
  const why = waitReason ? `: ${ended(waitReason)}` : ".";
  return tell`Held since ${minute(stateAt)}${why} It goes on when an operator releases it.`;
}

function heldWords(hold: Hold): Sentence {
  return heldSentence("Held", hold, ["It goes on at", ", if nobody releases the hold before"]);
}

/** Why jobs that have not begun stay where they are. */
function stopped({ hold, collectionHold, intakeHold }: Whereabouts, tally: Tally): Words {
  const over = hold ?? collectionHold;
  if (over && (tally.held > 0 || tally.pending > 0)) return heldWords(over);
  return intakeHold && (tally.held > 0 || tally.pending > 0) ? intakeHeldSentence(intakeHold) : "";
}

function underWay(batch: Whereabouts, tally: Tally): Words {
  const { expanded, waitReason, stoppedAt } = batch;
  if (stoppedAt) {
    const made = tally.total === 0 ? "" : ` ${share(tally)} so far.`;
    return tell`Stopped since ${minute(stoppedAt)}: it could not be split into objects. An operator must decide how it continues.${made}`;
  }
  if (!expanded && waitReason) return waitReason;
  if (!expanded) {
    const read =
      tally.total === 0
        ? "The deposit is being read."
        : `The manifest is being read: ${objects(tally.total)} found so far.`;
    return inARow(read, stopped(batch, tally));
  }
  // if the batch itself waits, its own reason says so
  const ofJobs = tally.total > 0 && batch.waits && batch.waits.jobs > 0 ? batch.waits : null;
  const how = ofJobs ? standsStill(ofJobs, tally) : `${stands(tally)}.`;
  return inARow(how, stopped(batch, tally), restOf(batch), waitReason ?? "");
}

/** How many objects are stored, and how many others are at rest: "3 of 12 objects are stored; 1 failed, 2 held". */
function stands(tally: Tally): string {
  if (tally.total === 1) return share(tally);
  const trouble = [named(tally.failed, "failed"), named(tally.held, "held")].filter(Boolean).join(", ");
  return [share(tally), trouble].filter(Boolean).join("; ");
}

/** None of its objects is moving: what those that have begun are waiting for. */
function standsStill({ code, jobs, others }: BatchWait, tally: Tally): string {
  const what = `${waitsFor(code)}.${whoActsWords(code)}`;
  if (tally.total === 1) return `The object waits for ${what}`;
  const of = others > 0 ? `of the ${count(jobs + others)} that wait, ` : "";
  return `${stands(tally)}; ${of}${count(jobs)} ${jobs === 1 ? "waits" : "wait"} for ${what}`;
}

/** What is said about objects whose jobs were never made. */
function restOf({ givenUp }: Whereabouts): string {
  return givenUp ? "The rest of the deposit was given up." : "";
}

function failed(tally: Tally, batch: Whereabouts): string {
  if (tally.total === 0) return "The deposit could not be split into objects: see what to do.";
  if (tally.moving > 0) {
    if (tally.total === 1) return "The object is being tried again.";
    const again = `${count(tally.moving)} ${tally.moving === 1 ? "is" : "are"} being tried again`;
    return `${outcome(tally)}; ${again}.`;
  }
  if (batch.givenUp) return `${outcome(tally)}. The rest of the deposit was given up: see what to do.`;
  if (tally.failed === 0) return `${outcome(tally)}; the update report has not been sent yet.`;
  return `${outcome(tally)}: see what to do.`;
}

/** The result so far: "All 12 objects are stored", "11 of 12 objects are stored, 1 failed". */
function outcome(tally: Tally): string {
  if (tally.total === 1) return share(tally);
  const deleted = named(tally.deleted, tally.deleted === 1 ? "was deleted" : "were deleted");
  return [share(tally), named(tally.failed, "failed"), deleted].filter(Boolean).join(", ");
}

function named(value: number, what: string): string {
  return value > 0 ? `${count(value)} ${what}` : "";
}

function share({ stored, failed, held, deleted, total }: Tally): string {
  if (total === 1) {
    if (stored === 1) return "The object is stored";
    if (failed === 1) return "The object could not be stored";
    if (deleted === 1) return "The object was deleted";
    return held === 1 ? "The object is held" : "The object is on its way";
  }
  if (stored === total) return `All ${objects(total)} are stored`;
  return `${count(stored)} of ${objects(total)} ${stored === 1 ? "is" : "are"} stored`;
}

function tallyOf(jobs: Whereabouts["jobs"]): Tally {
  const of = (state: JobState) => jobs[state] ?? 0;
  const total = Object.values(jobs).reduce((sum, jobCount) => sum + jobCount, 0);
  const over = JOB_ENDED.reduce((sum, state) => sum + of(state), 0);
  return {
    total,
    stored: of("Completed"),
    failed: of("Failed"),
    held: of("Held"),
    deleted: of("Deleted"),
    pending: of("Pending"),
    moving: total - over - of("Held"),
  };
}

function objects(total: number): string {
  return `${count(total)} ${total === 1 ? "object" : "objects"}`;
}
