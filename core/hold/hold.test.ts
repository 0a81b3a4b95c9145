import { describe, expect, it } from "vitest";
import { BATCH_STATES, type BatchState } from "../batch/states.ts";
import { JOB_STATES, type JobState } from "../job/states.ts";
import { textOf } from "../sentence.ts";
import { decideBatchHold } from "./decide-batch.ts";
import { decideJobHold } from "./decide-job.ts";
import { decideRelease } from "./decide-release.ts";
import { type Hold, holdOf } from "./hold.ts";
import { untilProblem } from "./until.ts";
import { whyJobHeld } from "./why-held-job.ts";
import { holdSentence, whyHeld, whyPaused, whyStopped } from "./words.ts";

const AT = new Date("2026-01-31T14:32:05Z");
const hold: Hold = { at: AT, by: "Olga", reason: "disks are moved", until: null };
const until = new Date("2026-02-01T09:00:00Z");
const SINCE = "is held by Olga since 2026-01-31 14:32 UTC: disks are moved.";

describe("a hold in words", () => {
  it.each([
    [textOf(holdSentence("The job", hold)), `The job ${SINCE}`],
    [
      textOf(holdSentence("The job", { ...hold, until })),
      `The job ${SINCE} The hold ends at 2026-02-01 09:00 UTC.`,
    ],
    [
      textOf(holdSentence("The job", { ...hold, reason: "Why not?" })),
      "The job is held by Olga since 2026-01-31 14:32 UTC: Why not?",
    ],
    [textOf(whyPaused(hold)), `The intake ${SINCE} Nothing new begins until it is released.`],
    [whyStopped("collection", hold), "The collection is held: disks are moved"],
    [whyHeld(hold), "Olga holds it: disks are moved"],
  ])("%s", (got, wanted) => {
    expect(got).toBe(wanted);
  });

  it("is read from its columns, whoever left some out", () => {
    const none = { heldAt: null, heldBy: null, heldReason: null, heldUntil: null };
    expect(holdOf(none)).toBeNull();
    const nameless = { at: AT, by: "an operator", reason: "no reason given", until: null };
    expect(holdOf({ ...none, heldAt: AT })).toEqual(nameless);
  });
});

describe("the end of a hold", () => {
  const DAY_MS = 86_400_000;
  it.each([
    [1, undefined],
    [366 * DAY_MS, undefined],
    [0, "A hold has to end in the future."],
    [-1, "A hold has to end in the future."],
    [366 * DAY_MS + 1, "A hold ends within a year, or not by itself: leave its end out."],
  ])("%d ms from now: %s", (ms, problem) => {
    expect(untilProblem(new Date(AT.getTime() + ms), AT)).toBe(problem);
  });
});

/** What holding does in each state, by hand; the others are refused. */
const BATCHES: Partial<Record<BatchState, "move" | "mark">> = {
  Pending: "move",
  Held: "mark",
  Processing: "mark",
};
const JOBS: Partial<Record<JobState, "move" | "mark">> = { Pending: "move", Held: "mark" };
const batch = { isLedgers: false, submitted: false, status: null, hold: null } as const;

describe("holding a batch", () => {
  it.each(BATCH_STATES)("that is %s", (state) => {
    const decision = decideBatchHold({ ...batch, state });
    expect(decision.kind).toBe(BATCHES[state] ?? "refuse");
    if (decision.kind === "refuse") expect(decision.code).toBe("not_holdable");
  });

  it.each([
    ["a ledger's, not sent", { state: "Pending", isLedgers: true }, "move"],
    ["a ledger's, begun", { state: "Processing", isLedgers: true }, "refuse"],
    ["a ledger's, released and not sent yet", { state: "Processing", isLedgers: true }, "refuse"],
    ["one that was released", { state: "Processing" }, "mark"],
    ["one that waits for space", { state: "Pending", status: "Delayed" }, "move"],
    ["one just being handed over", { state: "Pending", submitted: true }, "refuse"],
    ["one held before", { state: "Held", hold }, "refuse"],
  ] as const)("%s", (_, given, kind) => {
    expect(decideBatchHold({ ...batch, ...given }).kind).toBe(kind);
  });

  const ledgers = { state: "Processing", isLedgers: true } as const;
  it.each([
    ["a ledger's that waits for its turn", ledgers, "waits for its turn"],
    ["one the ledger may have", { ...ledgers, submitted: true }, "the ledger may have it"],
    ["one the ledger was too busy for", { ...ledgers, status: "Delayed" }, "the ledger may have it"],
    ["one whose report is made", { state: "Reporting" }, "its report is being made"],
    ["one whose update report is", { state: "UpdateReporting" }, "its report is being made"],
    ["one that has ended", { state: "Completed" }, "has ended (Completed)"],
    ["one held before", { state: "Processing", hold }, `The batch ${SINCE}`],
  ] as const)("is refused with the reason: %s", (_, given, reason) => {
    expect(decideBatchHold({ ...batch, ...given })).toMatchObject({
      code: "hold" in given ? "already_held" : "not_holdable",
      message: expect.stringContaining(reason),
    });
  });
});

describe("holding a job", () => {
  it.each(JOB_STATES)("that is %s", (state) => {
    const decision = decideJobHold({ state, hold: null });
    expect(decision.kind).toBe(JOBS[state] ?? "refuse");
    if (decision.kind === "refuse")
      expect([decision.code, decision.message]).toEqual(["not_holdable", expect.stringContaining(state)]);
  });

  it("twice is refused with who holds it, and a failed one with how it goes on", () => {
    const message = `The job ${SINCE}`;
    expect(decideJobHold({ state: "Held", hold })).toEqual({ kind: "refuse", code: "already_held", message });
    const resumed = { message: expect.stringContaining("resumes it") };
    expect(decideJobHold({ state: "Failed", hold: null })).toMatchObject(resumed);
    expect(decideJobHold({ state: "Completed", hold: null })).not.toMatchObject(resumed);
  });
});

describe("releasing", () => {
  const free = { isHeld: true, own: null, batch: null, collection: null, intake: null };
  it.each([
    ["what nothing holds any more", free, "release"],
    ["what a person holds", { ...free, own: hold }, "release"],
    ["a batch whose jobs are stopped", { ...free, isHeld: false, own: hold }, "release"],
    ["what is not held", { ...free, isHeld: false }, "not_held"],
    ["while its collection is held", { ...free, collection: hold }, "collection_held"],
    [
      "while its collection is held too",
      { ...free, own: hold, batch: hold, collection: hold },
      "collection_held",
    ],
    ["while its batch is held", { ...free, own: hold, batch: hold }, "batch_held"],
    ["while the intake is held, with a hold of its own", { ...free, own: hold, intake: hold }, "leave"],
    ["while only the intake is held", { ...free, intake: hold }, "intake_held"],
    [
      "while its collection and the intake are held",
      { ...free, collection: hold, intake: hold },
      "collection_held",
    ],
  ] as const)("%s", (_, given, wanted) => {
    const decision = decideRelease("job", given);
    expect(decision.kind === "refuse" ? decision.code : decision.kind).toBe(wanted);
  });

  it.each([
    ["a batch, which waits for its lane all the same", { ...free, own: hold, intake: hold }],
    ["a batch whose jobs are stopped", { ...free, isHeld: false, own: hold, intake: hold }],
  ] as const)("%s: allowed while the intake is held", (_, given) => {
    expect(decideRelease("batch", given)).toEqual({ kind: "release" });
  });

  it("says who holds the collection, since when and why", () => {
    expect(decideRelease("job", { ...free, collection: hold })).toMatchObject({
      message: `The collection ${SINCE} Release that hold first; then release this job if it is still held.`,
    });
  });
});

describe("why a job is held", () => {
  const by = (name: string): Hold => ({ ...hold, by: name });
  it.each([
    [{ own: by("A"), batch: by("B"), collection: by("C"), intake: by("D") }, "The job is held by A"],
    [{ own: null, batch: by("B"), collection: by("C"), intake: by("D") }, "The collection is held by C"],
    [{ own: null, batch: by("B"), collection: null, intake: by("D") }, "The batch is held by B"],
    [{ own: null, batch: null, collection: null, intake: by("D") }, "The intake is held by D"],
  ])("%#", (holds, sentence) => {
    expect(textOf(whyJobHeld(holds) ?? [])).toContain(sentence);
  });

  it("is nothing when nothing is in force", () => {
    expect(whyJobHeld({ own: null, batch: null, collection: null, intake: null })).toBeNull();
  });
});
