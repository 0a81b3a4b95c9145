import { describe, expect, it } from "vitest";
import { ago, head, held, lane, open, repository, sent } from "../../tests/factories/lane-standing.ts";
import { WHY_HEAD } from "../../tests/lanes/why-head-cases.ts";
import { WHY_LANE } from "../../tests/lanes/why-lane-cases.ts";
import { textOf } from "../sentence.ts";
import { CAUSES, type Cause, type HeadFacts, type LaneStanding } from "./why-facts.ts";
import { whyWaiting } from "./why-waiting.ts";

const CASES = [...WHY_HEAD, ...WHY_LANE];
const intake = { ...held, until: null };
const silentSince = ago(65);
const unknown = { status: "Unknown", unknownSince: ago(65), tries: 2 } as const;
const busy = { submitted: true, tries: 3 } as const;

describe("why a lane waits", () => {
  it.each(CASES)("%s", (_, standing, cause, sentence) => {
    const why = whyWaiting(standing);
    expect([why.cause, textOf(why.sentence)]).toEqual([cause, sentence]);
  });

  it("has a case here for every cause", () => {
    expect([...new Set(CASES.map(([, , cause]) => cause))].sort()).toEqual([...CAUSES].sort());
  });

  it.each<[string, LaneStanding, Cause]>([
    ["Unknown, and its ledger does not answer", open(unknown, { silentSince }), "silent"],
    ["a repository lane has no ledger", open(sent, { ...repository, silentSince }), "jobs"],
    [
      "a ledger that does not answer, nothing of another collection's at it",
      lane({ head: head(), silentSince, isHeadShown: false }),
      "others",
    ],
    ["a held batch, with no worker", open({ state: "Held" }, { isWorked: false }), "batch_held"],
    ["a held batch, while the intake is held", open({ state: "Held" }, { intake }), "batch_held"],
    ["a first call, while the intake is held", open({ ...busy, tries: 0 }, { intake }), "submitting"],
    [
      "a repository batch that was begun, while the intake is held",
      open({ status: "Pending" }, { ...repository, intake }),
      "jobs",
    ],
    [
      "a first try, whatever was to be tried before",
      open({ ...busy, tries: 0, retryAt: ago(-2) }),
      "submitting",
    ],
  ])("%s", (_, standing, cause) => {
    expect(whyWaiting(standing).cause).toBe(cause);
  });

  it.each<[string, Partial<HeadFacts>, Partial<HeadFacts>, Partial<LaneStanding>]>([
    [
      "a call is cut off",
      { ...busy, call: { begunAt: ago(10), deadlineAt: ago(0) } },
      { ...busy, call: { begunAt: ago(10), deadlineAt: ago(1) } },
      {},
    ],
    ["a try is due", { ...busy, retryAt: ago(0) }, { ...busy, retryAt: ago(1) }, {}],
    [
      "a delay ends",
      { status: "Delayed", delayedUntil: ago(0) },
      { status: "Delayed", delayedUntil: ago(1) },
      {},
    ],
    ["no call can arrive any more", { ...unknown, effectUntil: ago(0) }, unknown, {}],
    ["a try of an Unknown one is due", { ...unknown, retryAt: ago(0) }, { ...unknown, retryAt: ago(1) }, {}],
    ["all tries are made", { ...unknown, tries: 10, retryAt: ago(-5) }, { ...unknown, tries: 10 }, {}],
    ["a silent ledger is to be tried", { ...busy, retryAt: ago(0) }, busy, { silentSince }],
    ["it was to be tried before", { ...busy, retryAt: ago(1) }, busy, { silentSince }],
  ])("at the moment when %s says the same as after it", (_, at, after, given) => {
    expect(whyWaiting(open(at, given))).toEqual(whyWaiting(open(after, given)));
  });
});
