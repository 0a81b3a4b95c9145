import { describe, expect, it } from "vitest";
import type { LedgerStatus, SubmitAnswer } from "../ledger/ports.ts";
import { afterAnswer } from "./after-answer.ts";
import { afterReading, afterSilence } from "./after-reading.ts";
import { LaneSettings } from "./settings.ts";
import { AT_REST, type OpenBatch } from "./submission.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const settings = LaneSettings.parse({});
const halting = LaneSettings.parse({ afterInvalid: "halt" });

const pending: OpenBatch = {
  id: "b",
  laneSeq: 1n,
  state: "Processing",
  submitted: true,
  status: "Pending",
  unresolved: false,
  delayedUntil: null,
  tries: 0,
  retryAt: null,
  acceptedAt: ago(60_000),
  validSince: null,
  nextCheckAt: NOW,
  checks: 3,
  unknownSince: null,
  unknownCount: 0,
  forgottenCount: 0,
  openAttempt: null,
  effectUntil: null,
  ledgerId: "l",
};

describe("after the ledger was asked", () => {
  it.each<[string, Partial<OpenBatch>, LedgerStatus, object]>([
    [
      "Committed is final",
      {},
      "Committed",
      { status: "Committed", submitted: true, nextCheckInMs: null, message: null, invalid: null },
    ],
    [
      "Invalid is final",
      {},
      "Invalid",
      { status: "Invalid", submitted: true, halt: null, nextCheckInMs: null, invalid: [] },
    ],
    [
      "Pending still: asked again later and later",
      {},
      "Pending",
      { status: "Pending", checks: 4, nextCheckInMs: 400 },
    ],
    ["Valid now: the pace begins anew", {}, "Valid", { status: "Valid", checks: 1, nextCheckInMs: 50 }],
    [
      "Valid for less than 60 s stays",
      { status: "Valid", acceptedAt: ago(3_600_000), validSince: ago(59_999) },
      "Valid",
      { status: "Valid", valid: "keep" },
    ],
    [
      "Valid for 60 s was rolled back",
      { status: "Valid", validSince: ago(60_000) },
      "Valid",
      {
        status: "Unknown",
        submitted: false,
        unknown: "since_now",
        valid: "keep",
        checks: 1,
        nextCheckInMs: 50,
      },
    ],
    [
      "rolled back and still said to be Valid: stays Unknown, asked at a slower pace each time",
      { status: "Unknown", submitted: false, validSince: ago(61_000), checks: 4 },
      "Valid",
      {
        status: "Unknown",
        submitted: false,
        unknown: "keep",
        unknownCount: 0,
        valid: "keep",
        checks: 5,
        nextCheckInMs: 800,
      },
    ],
    [
      "rolled back, unresolved since, and said to be Valid: a person still decides",
      { status: "Unknown", submitted: false, unresolved: true, validSince: ago(61_000) },
      "Valid",
      { status: "Unknown", unresolved: true },
    ],
    [
      "Unknown turns out to be Valid, however long ago it was accepted",
      { status: "Unknown", submitted: false, unresolved: true, acceptedAt: ago(3_600_000) },
      "Valid",
      { status: "Valid", submitted: true, unresolved: false, valid: "since_now" },
    ],
    ["first found Valid", { acceptedAt: ago(3_600_000) }, "Valid", { status: "Valid", valid: "since_now" }],
    [
      "Valid, and once Unknown: not believed, and Valid all the while",
      { status: "Valid", validSince: ago(60_000) },
      "Unknown",
      { status: "Valid", valid: "keep", unknownCount: 1 },
    ],
    [
      "Valid no longer",
      { status: "Valid", validSince: ago(1_000) },
      "Pending",
      { status: "Pending", valid: "clear" },
    ],
    [
      "rolled back, and now its ledger has forgotten it",
      { status: "Unknown", submitted: false, validSince: ago(61_000), checks: 4 },
      "Unknown",
      { status: "Unknown", unknownCount: 1, valid: "clear" },
    ],
    [
      "Unknown, second in a row: not believed",
      { unknownCount: 1 },
      "Unknown",
      { status: "Pending", submitted: true, unknownCount: 2 },
    ],
    [
      "Unknown, third in a row inside the grace time",
      { unknownCount: 2, acceptedAt: ago(29_999) },
      "Unknown",
      { status: "Pending", unknownCount: 3 },
    ],
    [
      "Unknown, third in a row after it",
      { unknownCount: 2, acceptedAt: ago(30_000) },
      "Unknown",
      { status: "Unknown", submitted: false, unknown: "since_now", unknownCount: 0 },
    ],
    ["known again: the count begins anew", { unknownCount: 2 }, "Pending", { unknownCount: 0 }],
    [
      "an acceptance that was not heard of",
      { status: "Unknown", submitted: false, acceptedAt: null },
      "Pending",
      { status: "Pending", submitted: true, accepted: "now" },
    ],
    ["nor its Valid", { acceptedAt: null }, "Valid", { status: "Valid", accepted: "now" }],
    ["an acceptance that was", {}, "Pending", { status: "Pending", accepted: "keep" }],
    [
      "forgotten: counted",
      { unknownCount: 2, forgottenCount: 1 },
      "Unknown",
      { status: "Unknown", forgotten: true, halt: null },
    ],
    [
      "forgotten, not believed yet: not counted",
      { unknownCount: 1, forgottenCount: 9 },
      "Unknown",
      { status: "Pending", forgotten: false, halt: null },
    ],
    [
      "forgotten for the tenth time: the lane halts",
      { unknownCount: 2, forgottenCount: 9 },
      "Unknown",
      { status: "Unknown", forgotten: true, halt: "The ledger has taken a batch and forgotten it 10 times." },
    ],
    [
      "for the eleventh: it was resumed, and goes on",
      { unknownCount: 2, forgottenCount: 10 },
      "Unknown",
      { forgotten: true, halt: null },
    ],
    [
      "for the twentieth: it halts again",
      { unknownCount: 2, forgottenCount: 19 },
      "Unknown",
      { forgotten: true, halt: "The ledger has taken a batch and forgotten it 20 times." },
    ],
    [
      "Valid for long, so Unknown, and now forgotten: counted",
      { status: "Unknown", submitted: false, validSince: ago(61_000), forgottenCount: 9 },
      "Unknown",
      {
        status: "Unknown",
        forgotten: true,
        valid: "clear",
        halt: "The ledger has taken a batch and forgotten it 10 times.",
      },
    ],
    [
      "Unknown all the while: counted once",
      { status: "Unknown", submitted: false, unknownCount: 3, forgottenCount: 1 },
      "Unknown",
      { status: "Unknown", forgotten: false },
    ],
    [
      "Unknown stays Unknown and counts",
      { status: "Unknown", submitted: false },
      "Unknown",
      { status: "Unknown", submitted: false, unknownCount: 1, unknown: "keep" },
    ],
    [
      "Unknown while its call may still arrive: that proves nothing",
      { status: "Unknown", submitted: false, acceptedAt: null, checks: 3, effectUntil: ago(-1) },
      "Unknown",
      {
        status: "Unknown",
        submitted: false,
        unknownCount: 0,
        unknown: "keep",
        checks: 4,
        nextCheckInMs: 400,
      },
    ],
    [
      "Unknown once it cannot",
      { status: "Unknown", submitted: false, acceptedAt: null, effectUntil: NOW },
      "Unknown",
      { status: "Unknown", unknownCount: 1 },
    ],
    [
      "it has arrived meanwhile",
      { status: "Unknown", submitted: false, acceptedAt: null, effectUntil: ago(-1) },
      "Pending",
      { status: "Pending", submitted: true, accepted: "now" },
    ],
    [
      "and keeps its tries and its pause",
      { status: "Unknown", submitted: false, tries: 4 },
      "Unknown",
      { tries: 4, retryInMs: "keep" },
    ],
    [
      "which end when it is found",
      { status: "Unknown", submitted: false, tries: 4 },
      "Pending",
      { tries: 0, retryInMs: null },
    ],
    [
      "Unknown turns out to be Pending",
      { status: "Unknown", submitted: false, unresolved: true },
      "Pending",
      { status: "Pending", submitted: true, unresolved: false },
    ],
  ])("%s", (_, facts, status, expected) => {
    expect(
      afterReading({ ...pending, ...facts }, { status, message: "", invalid: [] }, settings, NOW),
    ).toMatchObject(expected);
  });

  it("halts the lane as often as it is set to", () => {
    const once = LaneSettings.parse({ haltAfterForgotten: 1 });
    const batch = { ...pending, unknownCount: 2 };
    const { halt } = afterReading(batch, { status: "Unknown", message: "", invalid: [] }, once, NOW);
    expect(halt).toBe("The ledger has taken a batch and forgotten it 1 time.");
  });

  it("halts the lane after an invalid batch where it is set to, with the ledger's words", () => {
    const change = afterReading(
      pending,
      { status: "Invalid", message: "no such account", invalid: [] },
      halting,
      NOW,
    );
    expect(change).toMatchObject({
      message: "no such account",
      halt: expect.stringContaining("no such account"),
    });
  });
});

describe("after no answer", () => {
  it("keeps all it knows, and asks at the slowest pace", () => {
    const batch: OpenBatch = { ...pending, submitted: false, status: "Unknown", tries: 4, unknownCount: 2 };
    expect(afterSilence(batch, "refused", settings)).toEqual({
      ...AT_REST,
      status: "Unknown",
      unknown: "keep",
      unknownCount: 2,
      valid: "keep",
      tries: 4,
      retryInMs: "keep",
      checks: 3,
      nextCheckInMs: 2_000,
      message: "refused",
    });
  });
});

describe("pauses", () => {
  it.each<[string, LedgerStatus, SubmitAnswer]>([
    ["accepted", "Pending", { kind: "accepted", message: "" }],
    ["ambiguous", "Unknown", { kind: "ambiguous", isOver: true, message: "" }],
  ])("before each question after an answer that is %s: none, then 50 ms, doubling", (_, status, answer) => {
    let change = afterAnswer({ status: null, tries: 1, isIdempotent: true }, answer, settings, 0);
    const all = [change.nextCheckInMs];
    for (let count = 0; count < 7; count += 1) {
      change = afterReading({ ...pending, ...change }, { status, message: "", invalid: [] }, settings, NOW);
      all.push(change.nextCheckInMs);
    }
    expect(all).toEqual([0, 50, 100, 200, 400, 800, 1600, 2000]);
  });
});
