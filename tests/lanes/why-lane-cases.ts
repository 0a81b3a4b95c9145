import type { Cause, LaneStanding } from "../../core/lane/why-facts.ts";
import { ago, halted, head, held, lane, open, repository, sent } from "../factories/lane-standing.ts";

/** Why a lane waits, whatever its first batch does. Each: name, lane, cause and sentence, by hand. */
export const WHY_LANE: readonly (readonly [string, LaneStanding, Cause, string])[] = [
  [
    "the whole intake is held",
    lane({ head: head(), intake: { ...held, until: null } }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is released.",
  ],
  [
    "the whole intake is held until a time, and nobody works",
    lane({ head: head(), intake: { ...held, until: ago(-86_400) }, isWorked: false }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is released. It ends at 2026-02-01 14:32:05 UTC.",
  ],
  [
    "the whole intake is held, and a batch that was released waits for it",
    lane({ head: head({ state: "Processing" }), intake: { ...held, until: null } }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is released.",
  ],
  [
    "the whole intake is held, and so does one that waits for working storage",
    open({ status: "Delayed", delayedUntil: ago(1) }, { ...repository, intake: { ...held, until: null } }),
    "intake_held",
    "The whole intake is held by Olga Operator since 14:31:00 UTC: disks are moved. No batch is begun until that is released.",
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
    lane({ head: head(), halted }),
    "halted",
    "Halted since 2026-01-30 14:32:05 UTC: The ledger refused a batch: bad signature. An operator resumes it.",
  ],
  [
    "the lane is halted, by words on a batch that may be another collection's",
    lane({ head: head(), halted: { ...halted, reason: null } }),
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
        lane({ inFlight: 1, head: first, isHeadShown: false }),
        "others",
        "The first batch belongs to another collection; yours follow in turn.",
      ] as const,
  ),
  [
    "several open in a serial lane",
    open({ ...sent }, { inFlight: 3, held }),
    "several_open",
    "3 batches are open at once, which must not happen in a serial lane, so nothing is sent until only one is left. An operator decides on each.",
  ],
  [
    "no worker",
    lane({ head: head(), isWorked: false }),
    "no_worker",
    "No worker is running, so nothing moves. An operator must start one.",
  ],
  [
    "unordered, with room",
    open({ ...sent, acceptedAt: ago(125) }, { ordering: "unordered", width: 4, inFlight: 2 }),
    "pending",
    "2 of 4 places are taken. Waits for the ledger since 14:30:00 UTC: the first batch is Pending there.",
  ],
  [
    "unordered, nothing open yet",
    lane({ ordering: "unordered", head: head() }),
    "next",
    "0 of 1 place is taken. The first batch goes next.",
  ],
];
