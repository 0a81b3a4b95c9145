import { describe, expect, it } from "vitest";
import { LaneSettings } from "./settings.ts";
import type { OpenBatch } from "./submission.ts";
import { decideTurn, type TurnFacts } from "./turn.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const at = (ms: number) => new Date(NOW.getTime() + ms);
const settings = LaneSettings.parse({});

const batch = (facts: Partial<OpenBatch>): OpenBatch => ({
  id: "b",
  laneSeq: 1n,
  state: "Processing",
  submitted: true,
  status: null,
  unresolved: false,
  delayedUntil: null,
  tries: 1,
  retryAt: null,
  acceptedAt: null,
  validSince: null,
  nextCheckAt: null,
  checks: 0,
  unknownSince: null,
  unknownCount: 0,
  forgottenCount: 0,
  openAttempt: null,
  effectUntil: null,
  ledgerId: "l",
  ...facts,
});

const turn = (open: readonly OpenBatch[], more: Partial<TurnFacts> = {}) =>
  decideTurn({ open, queued: [], isIdempotent: true, maySend: true, settings, now: NOW, ...more });

const queued = (how: "new" | "unknown" | "delayed") => ({ queued: [{ batchId: "b", how }] });
const unknown = { submitted: false, status: "Unknown", unknownSince: at(-40_000) } as const;

describe("a lane's turn", () => {
  it.each([
    ["nothing there: nothing", [], {}, [], null],
    ["what is queued is submitted", [], queued("new"), [{ kind: "submit", batchId: "b", how: "new" }], null],
    [
      "a call under way is left alone until it is cut off",
      [batch({ openAttempt: { id: "7", deadlineAt: at(4000) } })],
      {},
      [],
      at(4000),
    ],
    [
      "a call nobody recorded an answer of is given up",
      [batch({ openAttempt: { id: "7", deadlineAt: at(0) } })],
      {},
      [{ kind: "lose", batchId: "b", attemptId: "7" }],
      null,
    ],
    ["between tries: not before the next is due", [batch({ retryAt: at(250) })], {}, [], at(250)],
    [
      "between tries: when it is due",
      [batch({ retryAt: at(-1) })],
      {},
      [{ kind: "submit", batchId: "b", how: "retry" }],
      null,
    ],
    ["between tries of a stopped lane: nothing", [batch({ retryAt: at(-1) })], { maySend: false }, [], null],
    [
      "Pending is asked about",
      [batch({ status: "Pending", nextCheckAt: at(0) })],
      {},
      [{ kind: "ask", batchIds: ["b"] }],
      null,
    ],
    [
      "of a stopped lane too",
      [batch({ status: "Valid", nextCheckAt: at(0) })],
      { maySend: false },
      [{ kind: "ask", batchIds: ["b"] }],
      null,
    ],
    ["Pending, not yet due", [batch({ status: "Pending", nextCheckAt: at(100) })], {}, [], at(100)],
    [
      "a status of newer code: nothing is done, and the lane is looked at again soon",
      [{ ...batch({ retryAt: at(-1) }), status: JSON.parse('"Escrowed"') }],
      {},
      [],
      at(5_000),
    ],
    ["a repository batch is not asked about", [batch({ status: "Pending" })], {}, [], null],
    [
      "Delayed inside its window",
      [batch({ submitted: false, status: "Delayed", delayedUntil: at(9) })],
      {},
      [],
      at(9),
    ],
    [
      "Unknown is asked about before anything is sent",
      [batch({ ...unknown, nextCheckAt: at(0) })],
      queued("unknown"),
      [{ kind: "ask", batchIds: ["b"] }],
      null,
    ],
    [
      "Unknown and unknown to the ledger: sent again where that is harmless",
      [batch({ ...unknown, unknownCount: 1, nextCheckAt: at(50) })],
      queued("unknown"),
      [{ kind: "submit", batchId: "b", how: "unknown" }],
      null,
    ],
    [
      "not before its pause is over, and asked about meanwhile",
      [batch({ ...unknown, unknownCount: 1, retryAt: at(750), nextCheckAt: at(0) })],
      queued("unknown"),
      [{ kind: "ask", batchIds: ["b"] }],
      null,
    ],
    [
      "looked at when it is asked about next",
      [batch({ ...unknown, unknownCount: 1, retryAt: at(750), nextCheckAt: at(50) })],
      queued("unknown"),
      [],
      at(50),
    ],
    [
      "or when its pause is over, if that is before",
      [batch({ ...unknown, unknownCount: 1, retryAt: at(40), nextCheckAt: at(50) })],
      queued("unknown"),
      [],
      at(40),
    ],
    [
      "its pause over: sent again",
      [batch({ ...unknown, unknownCount: 1, retryAt: at(0), nextCheckAt: at(50) })],
      queued("unknown"),
      [{ kind: "submit", batchId: "b", how: "unknown" }],
      null,
    ],
    [
      "in a stopped lane it is asked about only",
      [batch({ ...unknown, unknownCount: 1, retryAt: at(0), nextCheckAt: at(50) })],
      { maySend: false },
      [],
      at(50),
    ],
    [
      "after all its tries it is Delayed",
      [batch({ ...unknown, unknownCount: 1, tries: 10, retryAt: at(9_000), nextCheckAt: at(50) })],
      queued("unknown"),
      [{ kind: "delay", batchId: "b" }],
      null,
    ],
    [
      "but only once the ledger has said that it does not know it",
      [batch({ ...unknown, tries: 10, retryAt: at(9_000), nextCheckAt: at(0) })],
      queued("unknown"),
      [{ kind: "ask", batchIds: ["b"] }],
      null,
    ],
    [
      "and never where that is not harmless",
      [batch({ ...unknown, unknownSince: at(-9), unknownCount: 1, tries: 10, nextCheckAt: at(50) })],
      { ...queued("unknown"), isIdempotent: false },
      [],
      at(50),
    ],
    [
      "where it is not harmless: asked again until the grace time and answers are over",
      [batch({ ...unknown, unknownSince: at(-29_999), unknownCount: 9, nextCheckAt: at(50) })],
      { ...queued("unknown"), isIdempotent: false },
      [],
      at(50),
    ],
    [
      "then left to a person",
      [batch({ ...unknown, unknownSince: at(-30_000), unknownCount: 3, nextCheckAt: at(50) })],
      { ...queued("unknown"), isIdempotent: false },
      [{ kind: "give_up", batchId: "b" }],
      null,
    ],
    [
      "unresolved is asked about for ever",
      [batch({ ...unknown, unresolved: true, unknownCount: 99, nextCheckAt: at(0) })],
      { isIdempotent: false },
      [{ kind: "ask", batchIds: ["b"] }],
      null,
    ],
    [
      "the grace time alone is not enough: as many answers have to come",
      [batch({ ...unknown, unknownSince: at(-40_000), unknownCount: 2, nextCheckAt: at(50) })],
      { ...queued("unknown"), isIdempotent: false },
      [],
      at(50),
    ],
    [
      "what the queuer allows is another batch: this one is not sent, and asked about",
      [batch({ ...unknown, id: "u", unknownCount: 1, retryAt: at(0), nextCheckAt: at(50) })],
      queued("new"),
      [{ kind: "submit", batchId: "b", how: "new" }],
      at(50),
    ],
    [
      "not to be asked about: looked at when its pause is over",
      [batch({ ...unknown, unknownCount: 1, retryAt: at(750) })],
      queued("unknown"),
      [],
      at(750),
    ],
    [
      "of several, the next one that is due wakes the lane",
      [
        batch({ id: "p", status: "Pending", nextCheckAt: at(400) }),
        batch({ id: "q", status: "Pending", nextCheckAt: at(100) }),
        batch({ id: "r", status: "Pending", nextCheckAt: at(200) }),
      ],
      {},
      [],
      at(100),
    ],
    [
      "an unordered lane does several things at once",
      [
        batch({ id: "p", status: "Pending", nextCheckAt: at(0) }),
        batch({ id: "v", status: "Valid", nextCheckAt: at(-5) }),
      ],
      queued("new"),
      [
        { kind: "ask", batchIds: ["p", "v"] },
        { kind: "submit", batchId: "b", how: "new" },
      ],
      null,
    ],
  ] as const)("%s", (_, open, more, acts, wakeAt) => {
    expect(turn(open as readonly OpenBatch[], more as Partial<TurnFacts>)).toEqual({ acts, wakeAt });
  });
});
