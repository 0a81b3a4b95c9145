import { expect, it } from "vitest";
import { LaneSettings } from "./settings.ts";
import type { Cause, HeadFacts, LaneStanding } from "./why-facts.ts";
import { whyWaiting } from "./why-waiting.ts";

const NOW = new Date("2026-01-31T14:32:05Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

/** A serial Sawtooth lane with one open batch that the ledger was sent. */
const open = (batch: Partial<HeadFacts>): LaneStanding => ({
  backend: "sawtooth",
  ordering: "serial",
  width: 1,
  held: null,
  halted: null,
  intake: null,
  inFlight: 1,
  waiting: 0,
  head: {
    state: "Processing",
    submitted: false,
    status: null,
    unresolved: false,
    stateAt: ago(60),
    stoppedAt: null,
    tries: 0,
    retryAt: null,
    delayedUntil: null,
    acceptedAt: null,
    validSince: null,
    unknownSince: null,
    forgottenCount: 0,
    message: null,
    waitReason: null,
    heldUntil: null,
    call: null,
    effectUntil: null,
    jobs: null,
    ...batch,
  },
  isHeadShown: true,
  isWorked: true,
  settings: LaneSettings.parse({}),
  now: NOW,
});
const sent = { submitted: true, status: "Pending" } as const;

const CASES: readonly (readonly [string, LaneStanding, Cause, string])[] = [
  [
    "Unknown, its call was cut off and may still arrive",
    open({
      status: "Unknown",
      unknownSince: ago(65),
      tries: 2,
      retryAt: ago(60),
      effectUntil: new Date("2026-01-31T14:36:10Z"),
    }),
    "asking",
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked. A call of it that was cut off may still arrive until 14:36:10 UTC, so nothing is sent before that.",
  ],
  [
    "Pending, and forgotten before",
    open({ ...sent, acceptedAt: ago(5), forgottenCount: 1 }),
    "pending",
    "Waits for the ledger since 14:32:00 UTC: the first batch is Pending there. The ledger has taken it and forgotten it once.",
  ],
  [
    "Unknown, and forgotten before",
    open({ status: "Unknown", unknownSince: ago(65), forgottenCount: 1_200 }),
    "asking",
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked. The ledger has taken it and forgotten it 1,200 times.",
  ],
  [
    "Unknown, and it cannot any more",
    open({ status: "Unknown", unknownSince: ago(65), effectUntil: ago(1) }),
    "asking",
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked.",
  ],
];

it.each(CASES)("%s", (_, lane, cause, sentence) => {
  expect(whyWaiting(lane)).toEqual({ cause, sentence });
});
