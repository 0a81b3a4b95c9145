import { describe, expect, it } from "vitest";
import type { LedgerStatus, SubmitAnswer } from "../ledger/ports.ts";
import { afterAnswer } from "./after-answer.ts";
import { afterReading, afterSilence } from "./after-reading.ts";
import { pauseMs, pollMs } from "./pace.ts";
import { LaneSettings, readLaneSettings } from "./settings.ts";
import { AT_REST, type OpenBatch } from "./submission.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const settings = LaneSettings.parse({});
const halting = LaneSettings.parse({ afterInvalid: "halt" });

describe("after an answer", () => {
  it.each<[string, SubmitAnswer, number, object]>([
    [
      "accepted",
      { kind: "accepted", message: "" },
      1,
      { submitted: true, status: "Pending", accepted: "now", nextCheckInMs: 0, tries: 0 },
    ],
    [
      "ambiguous",
      { kind: "ambiguous", message: "cut" },
      1,
      {
        submitted: false,
        status: "Unknown",
        unknown: "since_now",
        nextCheckInMs: 0,
        accepted: "clear",
      },
    ],
    [
      "ambiguous, fourth of ten tries: the pause before the next is that after a busy one",
      { kind: "ambiguous", message: "cut" },
      4,
      { tries: 4, retryInMs: 1750, nextCheckInMs: 0 },
    ],
    [
      "ambiguous, told to wait longer",
      { kind: "ambiguous", retryAfterMs: 60_000, message: "" },
      1,
      { tries: 1, retryInMs: 60_000 },
    ],
    [
      "ambiguous, tenth: asked about before it is Delayed",
      { kind: "ambiguous", message: "" },
      10,
      { status: "Unknown", tries: 10, retryInMs: 15_000, nextCheckInMs: 0 },
    ],
    [
      "busy, first of ten tries",
      { kind: "busy", message: "" },
      1,
      { submitted: true, status: null, tries: 1, retryInMs: 250 },
    ],
    ["busy, fourth", { kind: "busy", message: "" }, 4, { submitted: true, tries: 4, retryInMs: 1750 }],
    [
      "busy, told to wait longer",
      { kind: "busy", retryAfterMs: 60_000, message: "" },
      1,
      { retryInMs: 60_000 },
    ],
    [
      "busy, told to wait longer than is waited",
      { kind: "busy", retryAfterMs: 3_600_000, message: "" },
      1,
      { retryInMs: 300_000 },
    ],
    [
      "busy, tenth, told to wait for ever",
      { kind: "busy", retryAfterMs: Number.POSITIVE_INFINITY, message: "" },
      10,
      { status: "Delayed", delayedInMs: 300_000 },
    ],
    [
      "busy, tenth",
      { kind: "busy", message: "" },
      10,
      { submitted: false, status: "Delayed", delayedInMs: 15_000, tries: 0 },
    ],
    [
      "refused, the batch is at fault",
      { kind: "rejected", about: "batch", message: "no" },
      1,
      { status: "Rejected", halt: null },
    ],
    [
      "refused, the lane is",
      { kind: "rejected", about: "lane", message: "who?" },
      1,
      { submitted: false, status: null, halt: "who?" },
    ],
  ])("%s", (_, answer, tries, expected) => {
    expect(afterAnswer({ status: null, tries, isIdempotent: true }, answer, settings, 0)).toMatchObject(
      expected,
    );
  });

  it("keeps what was known when a batch sent again meets a busy ledger", () => {
    const before = { status: "Unknown", tries: 1, isIdempotent: true } as const;
    const busy = afterAnswer(before, { kind: "busy", message: "" }, settings, 0);
    expect(busy).toMatchObject({ submitted: true, status: "Unknown" });
  });

  it.each([
    [null, null, null],
    ["Delayed", 0, null],
    ["Unknown", null, 0],
  ] as const)(
    "leaves a batch that was %s due when the lane is refused",
    (status, delayedInMs, nextCheckInMs) => {
      const answer = { kind: "rejected", about: "lane", message: "401" } as const;
      expect(afterAnswer({ status, tries: 2, isIdempotent: true }, answer, settings, 0)).toEqual({
        ...AT_REST,
        status,
        unknown: "keep",
        delayedInMs,
        nextCheckInMs,
        message: "401",
        halt: "401",
      });
    },
  );

  it("leaves no try open for an ambiguous answer where the same bytes are not sent again", () => {
    const before = { status: null, tries: 3, isIdempotent: false };
    const change = afterAnswer(before, { kind: "ambiguous", message: "" }, settings, 0);
    expect(change).toMatchObject({ status: "Unknown", tries: 3, retryInMs: null });
  });

  it("halts the lane after a refused batch where it is set to", () => {
    const answer = { kind: "rejected", about: "batch", message: "bad signature" } as const;
    expect(afterAnswer({ status: null, tries: 1, isIdempotent: true }, answer, halting, 0).halt).toContain(
      "bad signature",
    );
  });
});

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
  openAttempt: null,
  ledgerId: "l",
};

describe("after the ledger was asked", () => {
  it.each<[string, Partial<OpenBatch>, LedgerStatus, object]>([
    ["Committed is final", {}, "Committed", { status: "Committed", submitted: true, nextCheckInMs: null }],
    ["Invalid is final", {}, "Invalid", { status: "Invalid", halt: null, nextCheckInMs: null }],
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
      { status: "Pending", unknownCount: 2 },
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
      "Unknown stays Unknown and counts",
      { status: "Unknown", submitted: false },
      "Unknown",
      { status: "Unknown", submitted: false, unknownCount: 1, unknown: "keep" },
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
    expect(afterReading({ ...pending, ...facts }, { status, message: "" }, settings, NOW)).toMatchObject(
      expected,
    );
  });

  it("halts the lane after an invalid batch where it is set to, with the ledger's words", () => {
    const change = afterReading(pending, { status: "Invalid", message: "no such account" }, halting, NOW);
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
  it("between tries are 250 ms and 500 ms more each, 20.25 s in all before the tenth", () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => pauseMs(settings, tries, { roll: 0 }));
    expect(all).toEqual([250, 750, 1250, 1750, 2250, 2750, 3250, 3750, 4250]);
    expect(all.reduce((sum, ms) => sum + ms)).toBe(20_250);
    expect(pauseMs(settings, 1, { roll: 1 })).toBe(300);
  });

  it("between questions double from 50 ms to 2 s", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map((checks) => pollMs(settings, checks))).toEqual([
      50, 100, 200, 400, 800, 1600, 2000, 2000,
    ]);
  });

  it.each<[string, LedgerStatus, SubmitAnswer]>([
    ["accepted", "Pending", { kind: "accepted", message: "" }],
    ["ambiguous", "Unknown", { kind: "ambiguous", message: "" }],
  ])("before each question after an answer that is %s: none, then 50 ms, doubling", (_, status, answer) => {
    let change = afterAnswer({ status: null, tries: 1, isIdempotent: true }, answer, settings, 0);
    const all = [change.nextCheckInMs];
    for (let count = 0; count < 7; count += 1) {
      change = afterReading({ ...pending, ...change }, { status, message: "" }, settings, NOW);
      all.push(change.nextCheckInMs);
    }
    expect(all).toEqual([0, 50, 100, 200, 400, 800, 1600, 2000]);
  });

  it("are scaled with all other times, but for counts", () => {
    expect(readLaneSettings({ tries: 3, graceMs: 1000 }, 0.1)).toMatchObject({
      tries: 3,
      graceMs: 100,
      graceAnswers: 3,
      delayWindowMs: 1500,
      retryAfterMostMs: 30_000,
      pollFirstMs: 5,
    });
  });
});
