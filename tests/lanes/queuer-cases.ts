import type { BatchFacts, LaneFacts } from "../../core/lane/facts.ts";

/** One case of the queuer: the batches of a lane from the first place on, and which of them (by place, from 0) are queued. */
export type QueuerCase = readonly [
  name: string,
  batches: readonly Partial<Omit<BatchFacts, "id" | "laneSeq">>[],
  queued: readonly `${number}:${"new" | "unknown" | "delayed"}`[],
  lane?: Partial<LaneFacts>,
];

const PAST = new Date("2020-01-01T00:00:00Z");
const FUTURE = new Date("2200-01-01T00:00:00Z");

const untouched = {} as const;
const inProcess = { submitted: true, state: "Processing" } as const;
const pending = { ...inProcess, status: "Pending" } as const;
const valid = { ...inProcess, status: "Valid" } as const;
const unknown = { submitted: false, state: "Processing", status: "Unknown" } as const;
const past = { submitted: false, state: "Processing", status: "Delayed", delayedUntil: PAST } as const;
const inside = { ...past, delayedUntil: FUTURE } as const;
const noSpace = { status: "Delayed", delayedUntil: FUTURE } as const;
const held = { state: "Held" } as const;
const released = { state: "Processing" } as const;
const repository = { isRepository: true } as const;
const committed = { state: "Completed", submitted: true, status: "Committed" } as const;
const invalid = { ...committed, state: "Failed", status: "Invalid" } as const;
const rejected = { ...invalid, status: "Rejected" } as const;
const skipped = { ...invalid, state: "Deleted", status: "Skipped" } as const;
const unplaced = { hasPosition: false } as const;
const positioned = { startsWhen: "positioned" } as const;
const unordered = { ordering: "unordered", width: 2 } as const;

/** The rule's table: the serial lane's cases of the one-round serial queuer with its gaps closed, then unordered lanes. */
export const QUEUER_CASES: readonly QueuerCase[] = [
  ["nothing there", [], []],
  ["untouched only: the lowest place", [untouched, untouched], ["0:new"]],
  ["first one Pending", [pending, untouched], []],
  ["Unknown", [unknown, untouched], ["0:unknown"]],
  ["Unknown, not the first place", [committed, untouched, unknown], ["2:unknown"]],
  ["Delayed inside its window", [inside, untouched], []],
  ["Delayed past its window", [past, untouched], ["0:delayed"]],
  ["Delayed without a window that ends", [{ ...past, delayedUntil: null }, untouched], []],
  ["Pending, its delay window of before past", [{ ...pending, submitted: false, delayedUntil: PAST }], []],
  ["in process", [inProcess, untouched], []],
  ["Unknown being sent again", [{ ...unknown, submitted: true }, untouched], []],
  ["Delayed being sent again", [{ ...past, submitted: true }, untouched], []],
  ["Committed", [committed, untouched], ["1:new"]],
  ["Invalid", [invalid, untouched], ["1:new"]],
  ["Rejected", [rejected, untouched], ["1:new"]],
  ["Skipped", [skipped, untouched], ["1:new"]],
  ["Deleted without a status", [{ state: "Deleted" }, untouched], ["1:new"]],
  ["Valid locks", [valid, untouched], []],
  ["unresolved locks", [{ ...unknown, unresolved: true }, untouched], []],
  ["Held locks those behind it and keeps its place", [held, untouched], []],
  ["Held lets those before it go", [untouched, held], ["0:new"]],
  ["two Held: the first one locks", [untouched, held, untouched, held], ["0:new"]],
  ["Held before and behind", [held, untouched, held], []],
  ["Held behind one in flight", [pending, held, untouched], []],
  ["Held behind Unknown", [unknown, untouched, held], ["0:unknown"]],
  ["Held behind Delayed past its window", [past, held], ["0:delayed"]],
  ["Held behind Delayed inside its window", [inside, held], []],
  ["Held before Unknown: what was begun goes on", [held, unknown, untouched], ["1:unknown"]],
  ["Held before one in flight", [held, pending, untouched], []],
  ["Held behind two in flight", [unknown, past, held], []],
  [
    "a Held one that was Deleted locks nothing",
    [{ state: "Deleted", status: "Skipped" }, untouched],
    ["1:new"],
  ],
  ["released takes its place again", [untouched, untouched, released], ["0:new"]],
  ["released at the front goes first", [committed, released, untouched], ["1:new"]],
  ["released behind one in flight", [pending, untouched, released], []],
  ["released behind Held", [held, released], []],
  ["two Unknown", [unknown, unknown, untouched], []],
  ["two Delayed past their windows", [past, past], []],
  ["Unknown beside Pending", [unknown, pending], []],
  ["refused by the lane's set-up: untouched again", [{ state: "Processing" }, untouched], ["0:new"]],
  [
    "a re-run of a failed batch does not enter the lane again",
    [{ ...invalid, state: "UpdateReporting" }, untouched],
    ["1:new"],
  ],
  ["lane held", [unknown, untouched], [], { isHeld: true }],
  ["lane halted", [untouched], [], { isHalted: true }],
  ["intake held: nothing new", [untouched, untouched], [], { isPaused: true }],
  ["intake held: Unknown goes on", [unknown, untouched], ["0:unknown"], { isPaused: true }],
  ["intake held: Delayed after it was begun goes on", [past, untouched], ["0:delayed"], { isPaused: true }],
  ["intake held: Delayed by full storage waits", [{ ...past, state: "Pending" }], [], { isPaused: true }],
  ["intake held: released waits", [released], [], { isPaused: true }],
  ["intake held: released, then Delayed by full storage", [past], [], { ...repository, isPaused: true }],
  ["released, then Delayed by full storage", [past, untouched], ["0:delayed"], repository],
  ["intake held, unordered", [unknown, untouched], ["0:unknown"], { ...unordered, isPaused: true }],
  ["unordered: up to its width", [untouched, untouched, untouched], ["0:new", "1:new"], unordered],
  ["unordered: what is in flight counts", [pending, untouched, untouched], ["1:new"], unordered],
  ["unordered: in process takes room too", [inProcess, untouched, untouched], ["1:new"], unordered],
  ["unordered: so does Delayed inside its window", [inside, untouched, untouched], ["1:new"], unordered],
  [
    "unordered, repository: nothing begins behind one that waits for space",
    [untouched, noSpace, untouched],
    ["0:new"],
    { ...unordered, ...repository },
  ],
  [
    "unordered, repository: nor behind one whose window is over",
    [{ ...noSpace, delayedUntil: PAST }, untouched],
    ["0:delayed"],
    { ...unordered, ...repository },
  ],
  [
    "unordered, repository: behind one that has begun",
    [pending, untouched, untouched],
    ["1:new"],
    { ...unordered, ...repository },
  ],
  ["unordered: full", [pending, valid, untouched], [], unordered],
  ["unordered: each for itself", [unknown, past, untouched], ["0:unknown", "1:delayed"], unordered],
  ["unordered: Held takes no room", [held, pending, untouched, untouched], ["2:new"], unordered],
  ["unordered: Held stops nothing", [held, untouched, held, untouched], ["1:new", "3:new"], unordered],
  ["unordered: released ones take room", [pending, released, released, untouched], ["1:new"], unordered],
  ["unordered: over its width", [pending, pending, pending, untouched], [], unordered],
  ["no position is asked for", [unplaced, untouched], ["0:new"]],
  ["positioned: the first one has its position", [untouched, unplaced], ["0:new"], positioned],
  ["positioned: without one nothing begins", [unplaced, unplaced], [], positioned],
  ["positioned: none overtakes one that has none", [unplaced, untouched], [], positioned],
  ["positioned: behind one that has ended", [committed, unplaced], [], positioned],
  ["positioned: what has begun goes on", [{ ...unknown, ...unplaced }, untouched], ["0:unknown"], positioned],
  ["positioned: released without one waits", [{ ...released, ...unplaced }, untouched], [], positioned],
  [
    "positioned, unordered: each for itself",
    [untouched, unplaced, untouched],
    ["0:new"],
    { ...unordered, ...positioned },
  ],
  [
    "positioned, unordered: one that waits takes room",
    [unplaced, untouched, untouched],
    ["1:new"],
    { ...unordered, ...positioned },
  ],
  ["unordered: no position is asked for", [unplaced, unplaced], ["0:new", "1:new"], unordered],
];

/** The case's batches with what it leaves out. */
export function batchesOf([, batches]: QueuerCase): Omit<BatchFacts, "id">[] {
  return batches.map((batch, place) => ({
    laneSeq: BigInt(place + 1),
    state: "Pending",
    submitted: false,
    status: null,
    unresolved: false,
    delayedUntil: null,
    hasPosition: true,
    ...batch,
  }));
}

export function laneOf([, , , lane]: QueuerCase): LaneFacts {
  return {
    ordering: "serial",
    width: 1,
    startsWhen: "accepted",
    isRepository: false,
    isHeld: false,
    isHalted: false,
    isPaused: false,
    ...lane,
  };
}
