import { describe, expect, it } from "vitest";
import { CAUSES, type Cause, type HeadFacts, type LaneStanding } from "./why-facts.ts";
import { whyWaiting } from "./why-waiting.ts";

const NOW = new Date("2026-01-31T14:32:05Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

const head = (given: Partial<HeadFacts> = {}): HeadFacts => ({
  state: "Pending",
  submitted: false,
  status: null,
  unresolved: false,
  stateAt: ago(60),
  tries: 0,
  retryAt: null,
  delayedUntil: null,
  acceptedAt: null,
  validSince: null,
  unknownSince: null,
  forgottenCount: 0,
  message: null,
  waitReason: null,
  stoppedAt: null,
  heldUntil: null,
  call: null,
  effectUntil: null,
  jobs: null,
  ...given,
});

const lane = (given: Partial<LaneStanding> = {}): LaneStanding => ({
  backend: "sawtooth",
  ordering: "serial",
  width: 1,
  held: null,
  halted: null,
  intake: null,
  inFlight: 0,
  waiting: 0,
  head: null,
  isHeadShown: true,
  isWorked: true,
  settings: { tries: 10, stuckPendingMs: 300_000, alarmPendingMs: 1_800_000, stuckValidMs: 60_000 },
  now: NOW,
  ...given,
});

/** A serial ledger lane with one open batch. */
const open = (batch: Partial<HeadFacts>, given: Partial<LaneStanding> = {}) =>
  lane({ inFlight: 1, head: head({ state: "Processing", ...batch }), ...given });
const sent = { submitted: true, status: "Pending" } as const;
const repository = { backend: "repository" } as const;
const held = { at: ago(65), by: "Olga Operator", reason: "disks are moved" };
const halted = { at: ago(86_400), reason: "The ledger refused a batch: bad signature" };

const CASES: readonly (readonly [string, LaneStanding, Cause, string])[] = [
  ["empty", lane(), "empty", "Nothing waits in this lane."],
  ["next goes now", lane({ waiting: 3, head: head() }), "next", "The first batch goes next."],
  [
    "refused by the lane's set-up, then resumed",
    lane({ waiting: 1, head: head({ state: "Processing", message: "401" }) }),
    "next",
    "The first batch goes next.",
  ],
  [
    "a call is under way",
    open({ submitted: true, tries: 1, call: { begunAt: ago(5), deadlineAt: ago(-10) } }),
    "submitting",
    "The first batch is being submitted since 14:32:00 UTC.",
  ],
  [
    "a call nobody recorded an answer of",
    open({ submitted: true, tries: 1, call: { begunAt: ago(20), deadlineAt: ago(5) } }),
    "asking",
    "Nobody recorded an answer to the call of 14:31:45 UTC; the ledger is asked next.",
  ],
  [
    "taken by the submitter",
    open({ submitted: true, tries: 1 }),
    "submitting",
    "The first batch is being submitted.",
  ],
  [
    "Pending",
    open({ ...sent, acceptedAt: ago(125) }),
    "pending",
    "Waits for the ledger since 14:30:00 UTC: the first batch is Pending there.",
  ],
  [
    "Pending, 5 min",
    open({ ...sent, acceptedAt: ago(300) }),
    "stuck",
    "The ledger has had the first batch since 14:27:05 UTC and still says Pending, longer than 5 min.",
  ],
  [
    "Pending, 30 min",
    open({ ...sent, acceptedAt: ago(1800) }),
    "stuck",
    "The ledger has had the first batch since 14:02:05 UTC and still says Pending, longer than 30 min. An operator looks at the ledger.",
  ],
  [
    "Valid",
    open({ submitted: true, status: "Valid", acceptedAt: ago(600), validSince: ago(5) }),
    "valid",
    "The ledger found the first batch valid at 14:32:00 UTC and has yet to commit it.",
  ],
  [
    "Valid, 60 s",
    open({ submitted: true, status: "Valid", acceptedAt: ago(600), validSince: ago(60) }),
    "stuck",
    "The ledger has said Valid of the first batch since 14:31:05 UTC, longer than 1 min, and has not committed it. An operator looks at the ledger.",
  ],
  [
    "Unknown, between tries",
    open({ status: "Unknown", unknownSince: ago(65), tries: 2, retryAt: new Date("2026-01-31T14:32:09Z") }),
    "asking",
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked. If it does not have it: try 3 of 10 at 14:32:09 UTC.",
  ],
  [
    "Unknown because it stays Valid",
    open({ status: "Unknown", unknownSince: ago(1), validSince: ago(61) }),
    "stuck",
    "The ledger has said Valid of the first batch since 14:31:04 UTC, longer than 1 min, and has not committed it. An operator looks at the ledger.",
  ],
  [
    "busy between tries",
    open({ submitted: true, tries: 3, retryAt: ago(-2) }),
    "busy",
    "The ledger is busy: try 4 of 10 at 14:32:07 UTC.",
  ],
  [
    "busy, the next try is due",
    open({ submitted: true, status: "Unknown", tries: 3, retryAt: ago(1) }),
    "busy",
    "The ledger is busy: try 4 of 10 now.",
  ],
  [
    "inside its delay window",
    open({ status: "Delayed", delayedUntil: ago(-15), message: "QUEUE_FULL" }),
    "delayed",
    "The first batch is delayed until 14:32:20 UTC: QUEUE_FULL.",
  ],
  [
    "working storage full",
    open(
      {
        state: "Pending",
        status: "Delayed",
        delayedUntil: ago(-15),
        message: "Working storage is too full to begin another batch.",
      },
      repository,
    ),
    "delayed",
    "The first batch is delayed until 14:32:20 UTC: Working storage is too full to begin another batch.",
  ],
  [
    "past its delay window",
    open({ status: "Delayed", delayedUntil: ago(1) }),
    "next",
    "The first batch has waited out its delay and goes next.",
  ],
  [
    "Unknown, asked about",
    open({ status: "Unknown", unknownSince: ago(65) }),
    "asking",
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked.",
  ],
  [
    "unresolved, with and without a worker",
    open({ status: "Unknown", unresolved: true }, { isWorked: false }),
    "unresolved",
    "A person has to decide: nobody can tell whether the ledger applied the first batch, and sent again it might be applied twice.",
  ],
  [
    "a held batch",
    open({ state: "Held", waitReason: "The collection is held: disks are moved" }, repository),
    "batch_held",
    "The first batch is held since 14:31:05 UTC: The collection is held: disks are moved. It goes on when an operator releases it.",
  ],
  [
    "a batch that stands still, with and without a worker",
    open(
      { ...sent, stoppedAt: ago(60), waitReason: "3 workers have died over it. An operator decides." },
      { ...repository, isWorked: false },
    ),
    "stopped",
    "The first batch stands still since 14:31:05 UTC: 3 workers have died over it. An operator decides.",
  ],
  [
    "a held batch whose hold ends by itself",
    open({ state: "Held", waitReason: "Ann holds it: a box is missing", heldUntil: ago(-60) }, repository),
    "batch_held",
    "The first batch is held since 14:31:05 UTC: Ann holds it: a box is missing. It goes on at 14:33:05 UTC, or before that when an operator releases it.",
  ],
  [
    "the whole intake is held",
    lane({ waiting: 2, head: head(), intake: { ...held, until: null } }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is lifted.",
  ],
  [
    "the whole intake is held until a time, and nobody works",
    lane({ waiting: 2, head: head(), intake: { ...held, until: ago(-86_400) }, isWorked: false }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is lifted. It ends at 2026-02-01 14:32:05 UTC.",
  ],
  [
    "the whole intake is held, and a batch that was released waits for it",
    lane({ waiting: 1, head: head({ state: "Processing" }), intake: { ...held, until: null } }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is lifted.",
  ],
  [
    "the whole intake is held, and so does one that waits for working storage",
    open({ status: "Delayed", delayedUntil: ago(1) }, { ...repository, intake: { ...held, until: null } }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is lifted.",
  ],
  [
    "the whole intake is held, and a busy ledger is tried again",
    open({ status: "Delayed", delayedUntil: ago(-15) }, { intake: { ...held, until: null } }),
    "delayed",
    "The first batch is delayed until 14:32:20 UTC.",
  ],
  [
    "the whole intake is held, and a batch that was begun goes on",
    open({ ...sent, acceptedAt: ago(125) }, { intake: { ...held, until: null } }),
    "pending",
    "Waits for the ledger since 14:30:00 UTC: the first batch is Pending there.",
  ],
  [
    "the lane is held, whatever its head does",
    open({ ...sent, acceptedAt: ago(125) }, { held, halted }),
    "held",
    "Held by Olga Operator since 14:31:00 UTC: disks are moved. Nothing is sent until it is released.",
  ],
  [
    "the lane is halted",
    lane({ waiting: 1, head: head(), halted }),
    "halted",
    "Halted since 2026-01-30 14:32:05 UTC: The ledger refused a batch: bad signature. An operator resumes it.",
  ],
  [
    "the lane is halted, by words on a batch that may be another collection's",
    lane({ waiting: 1, head: head(), halted: { ...halted, reason: null } }),
    "halted",
    "Halted since 2026-01-30 14:32:05 UTC. An operator resumes it.",
  ],
  ...[
    head(),
    head({ state: "Held", waitReason: "Ann holds it: a box is missing" }),
    head({ state: "Processing", stoppedAt: ago(60), waitReason: "workers died" }),
    head({ state: "Processing", unresolved: true }),
    head({ state: "Processing", status: "Delayed", delayedUntil: ago(-15), message: "bad signature" }),
    head({ state: "Processing", ...sent, acceptedAt: ago(9_000), forgottenCount: 4 }),
  ].map(
    (first) =>
      [
        `the head is another collection's, whatever it does: ${first.state} ${first.status}`,
        lane({ inFlight: 1, waiting: 1, head: first, isHeadShown: false }),
        "others",
        "The first batch is another collection's; yours go in their turn.",
      ] as const,
  ),
  [
    "several open in a serial lane",
    open({ ...sent }, { inFlight: 3, held }),
    "several_open",
    "3 batches are open at once, which a serial lane never has, so nothing is sent until one is left. An operator decides on each.",
  ],
  [
    "one in flight, and others held behind it",
    open({ status: "Delayed", delayedUntil: ago(1) }, { waiting: 4 }),
    "next",
    "The first batch has waited out its delay and goes next.",
  ],
  [
    "a repository batch being taken apart",
    open({ ...sent }, repository),
    "jobs",
    "The first batch is being taken apart into jobs.",
  ],
  [
    "a repository batch's jobs",
    open({ ...sent, jobs: { ended: 37, all: 1204 } }, repository),
    "jobs",
    "The jobs of the first batch are running: 37 of 1,204 have ended.",
  ],
  [
    "a repository batch's report",
    open({ ...sent, state: "Reporting", jobs: { ended: 3, all: 3 } }, repository),
    "jobs",
    "The jobs of the first batch have ended; its report is being written.",
  ],
  [
    "no worker",
    lane({ waiting: 1, head: head(), isWorked: false }),
    "no_worker",
    "No worker runs, so nothing moves. An operator starts one.",
  ],
  [
    "unordered, with room",
    open({ ...sent, acceptedAt: ago(125) }, { ordering: "unordered", width: 4, inFlight: 2 }),
    "pending",
    "2 of 4 places are taken. Waits for the ledger since 14:30:00 UTC: the first batch is Pending there.",
  ],
  [
    "unordered, nothing open yet",
    lane({ ordering: "unordered", waiting: 2, head: head() }),
    "next",
    "0 of 1 place is taken. The first batch goes next.",
  ],
];

describe("why a lane waits", () => {
  it.each(CASES)("%s", (_, standing, cause, sentence) => {
    expect(whyWaiting(standing)).toEqual({ cause, sentence });
  });

  it("has a case here for every cause", () => {
    expect([...new Set(CASES.map(([, , cause]) => cause))].sort()).toEqual([...CAUSES].sort());
  });
});
