import { describe, expect, it } from "vitest";
import type { SubmitAnswer } from "../ledger/ports.ts";
import { afterAnswer } from "./after-answer.ts";
import { LaneSettings } from "./settings.ts";
import { AT_REST } from "./submission.ts";

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
      { kind: "ambiguous", isOver: true, message: "cut" },
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
      { kind: "ambiguous", isOver: true, message: "cut" },
      4,
      { tries: 4, retryInMs: 1750, nextCheckInMs: 0 },
    ],
    [
      "ambiguous, told to wait longer",
      { kind: "ambiguous", isOver: true, retryAfterMs: 60_000, message: "" },
      1,
      { tries: 1, retryInMs: 60_000 },
    ],
    [
      "ambiguous, tenth: asked about before it is Delayed",
      { kind: "ambiguous", isOver: true, message: "" },
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
      { submitted: true, status: "Rejected", halt: null },
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
    const change = afterAnswer(before, { kind: "ambiguous", isOver: true, message: "" }, settings, 0);
    expect(change).toMatchObject({ status: "Unknown", tries: 3, retryInMs: null });
  });

  it("halts the lane after a refused batch where it is set to", () => {
    const answer = { kind: "rejected", about: "batch", message: "bad signature" } as const;
    expect(afterAnswer({ status: null, tries: 1, isIdempotent: true }, answer, halting, 0).halt).toContain(
      "bad signature",
    );
  });
});
