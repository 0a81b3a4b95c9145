import { expect, it } from "vitest";
import { ago, open, sent } from "../../tests/factories/lane-standing.ts";
import { textOf } from "../sentence.ts";
import type { Cause, LaneStanding } from "./why-facts.ts";
import { whyWaiting } from "./why-waiting.ts";

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
    "It is not known since 14:31:00 UTC whether the ledger has the first batch; the ledger is being asked. A call for it that was cut off may still arrive until 14:36:10 UTC, so nothing is sent before that.",
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
  const why = whyWaiting(lane);
  expect([why.cause, textOf(why.sentence)]).toEqual([cause, sentence]);
});
