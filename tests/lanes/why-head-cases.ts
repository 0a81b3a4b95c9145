import type { Cause, LaneStanding } from "../../core/lane/why-facts.ts";
import { ago, head, held, lane, open, repository, sent } from "../factories/lane-standing.ts";

/** Why the first batch of a lane waits, or what it does. Each: name, lane, cause and sentence, by hand. */
export const WHY_HEAD: readonly (readonly [string, LaneStanding, Cause, string])[] = [
  ["empty", lane(), "empty", "Nothing waits in this lane."],
  ["next goes now", lane({ head: head() }), "next", "The first batch goes next."],
  [
    "refused by the lane's set-up, then resumed",
    lane({ head: head({ state: "Processing", message: "401" }) }),
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
    "No answer was recorded to the call of 14:31:45 UTC; the ledger is asked next.",
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
    "slow",
    "The ledger has had the first batch since 14:27:05 UTC and still reports it as Pending, longer than 5 min.",
  ],
  [
    "Pending, 30 min",
    open({ ...sent, acceptedAt: ago(1800) }),
    "stuck",
    "The ledger has had the first batch since 14:02:05 UTC and still reports it as Pending, longer than 30 min. An operator must check the ledger.",
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
    "The ledger has reported the first batch as Valid since 14:31:05 UTC, longer than 1 min, and has not committed it. An operator must check the ledger.",
  ],
  [
    "Unknown, between tries",
    open({ status: "Unknown", unknownSince: ago(65), tries: 2, retryAt: new Date("2026-01-31T14:32:09Z") }),
    "asking",
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked. If not: try 3 of 10 at 14:32:09 UTC.",
  ],
  [
    "Unknown because it stays Valid",
    open({ status: "Unknown", unknownSince: ago(1), validSince: ago(61) }),
    "stuck",
    "The ledger has reported the first batch as Valid since 14:31:04 UTC, longer than 1 min, and has not committed it. An operator must check the ledger.",
  ],
  [
    "busy between tries",
    open({ submitted: true, tries: 3, retryAt: ago(-2) }),
    "busy",
    "The ledger is busy. Next try (4 of 10) at 14:32:07 UTC.",
  ],
  [
    "busy, the next try is due",
    open({ submitted: true, status: "Unknown", tries: 3, retryAt: ago(1) }),
    "busy",
    "The ledger is busy. Next try (4 of 10) now.",
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
    "A person has to decide: nobody can tell whether the ledger applied the first batch, and sending it again might apply it twice.",
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
    "The first batch has stood still since 14:31:05 UTC: 3 workers have died over it. An operator decides.",
  ],
  [
    "a held batch whose hold ends by itself",
    open(
      {
        state: "Held",
        waitReason: "Ann holds it: a box is missing",
        hold: { at: ago(65), by: "Ann", reason: "a box is missing", until: ago(-60), on: "batch" },
      },
      repository,
    ),
    "batch_held",
    "The first batch is held by Ann since 14:31:00 UTC: a box is missing. It goes on at 14:33:05 UTC, or before that when an operator releases it.",
  ],
  [
    "a batch whose collection is held",
    open({ state: "Held", hold: { ...held, until: null, on: "collection" } }, repository),
    "batch_held",
    "The collection of the first batch is held by Olga Operator since 14:31:00 UTC: disks are moved. It goes on when the hold is released.",
  ],
  [
    "jobs that wait for another one",
    open({ ...sent, jobs: { ended: 1, all: 3, waitCode: "object_busy" } }, repository),
    "jobs_wait",
    "Jobs of the first batch wait for another job of the same object: 1 of 3 has ended.",
  ],
  [
    "jobs that wait for a full disk",
    open({ ...sent, jobs: { ended: 37, all: 1204, waitCode: "disk_full" } }, repository),
    "jobs_need_person",
    "Jobs of the first batch wait for disk space: 37 of 1,204 have ended. An operator has to act.",
  ],
  [
    "the ledger does not answer, between tries",
    open({ submitted: true, tries: 3, retryAt: ago(-2) }, { silentSince: ago(65) }),
    "silent",
    "The ledger has been unreachable since 14:31:00 UTC. Waybill tries again at 14:32:07 UTC.",
  ],
  [
    "the ledger does not answer when it is asked",
    open({ ...sent, acceptedAt: ago(9_000), nextCheckAt: ago(-60) }, { silentSince: ago(65) }),
    "silent",
    "The ledger has been unreachable since 14:31:00 UTC. Waybill tries again at 14:33:05 UTC.",
  ],
  [
    "the ledger has not answered for 30 min",
    open({ ...sent, acceptedAt: ago(9_000) }, { silentSince: ago(1_800) }),
    "unreachable",
    "The ledger has been unreachable since 14:02:05 UTC. Waybill keeps trying. An operator must check the ledger.",
  ],
  [
    "the ledger does not answer, of another collection's batch",
    open({ ...sent, nextCheckAt: ago(-60) }, { silentSince: ago(65), isHeadShown: false }),
    "silent",
    "The ledger has been unreachable since 14:31:00 UTC. Waybill keeps trying.",
  ],
  [
    "the ledger did not answer, and nothing is in flight any more",
    lane({ head: head(), silentSince: ago(65) }),
    "next",
    "The first batch goes next.",
  ],
  [
    "one in flight, and others held behind it",
    open({ status: "Delayed", delayedUntil: ago(1) }, {}),
    "next",
    "The first batch has waited out its delay and goes next.",
  ],
  [
    "a repository batch being taken apart",
    open({ ...sent }, repository),
    "jobs",
    "The first batch is being split into jobs.",
  ],
  [
    "a repository batch's jobs",
    open({ ...sent, jobs: { ended: 37, all: 1204, waitCode: null } }, repository),
    "jobs",
    "The jobs of the first batch are running: 37 of 1,204 have ended.",
  ],
  [
    "a repository batch's report",
    open({ ...sent, state: "Reporting", jobs: { ended: 3, all: 3, waitCode: "disk_full" } }, repository),
    "jobs",
    "The jobs of the first batch have ended; its report is being written.",
  ],
];
