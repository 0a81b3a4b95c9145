import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clock, minute, piecesOf, span } from "./time-words.ts";

describe("words of times", () => {
  it.each([
    [300_000, "5 min"],
    [90_000, "90 s"],
    [86_400_000, "1 d"],
    [300, "0.3 s"],
    [1_500, "1.5 s"],
  ])("%d ms is %s", (ms, words) => {
    expect(span(ms)).toBe(words);
  });

  it("names the day of a time that is not today", () => {
    expect(clock(new Date("2026-01-30T23:59:59.999Z"), new Date("2026-01-31T14:32:05Z"))).toBe(
      "2026-01-30 23:59:59 UTC",
    );
  });
});

const NOW = Date.UTC(2026, 10, 27, 18, 40, 0);

describe("piecesOf", () => {
  it.each([
    ["nothing but words", "Nothing waits in this lane.", [{ words: "Nothing waits in this lane." }]],
    [
      "a time of today",
      "Held since 17:39:05 UTC: disks.",
      [
        { words: "Held since " },
        { words: "17:39:05 UTC", atMs: Date.UTC(2026, 10, 27, 17, 39, 5) },
        { words: ": disks." },
      ],
    ],
    [
      "two times with their days",
      "2026-11-26 23:59 UTC, 2026-12-01 00:00 UTC",
      [
        { words: "2026-11-26 23:59 UTC", atMs: Date.UTC(2026, 10, 26, 23, 59) },
        { words: ", " },
        { words: "2026-12-01 00:00 UTC", atMs: Date.UTC(2026, 11, 1) },
      ],
    ],
    ["a time there is not", "at 25:00 UTC", [{ words: "at " }, { words: "25:00 UTC" }]],
  ])("finds %s", (_, sentence, pieces) => {
    expect(piecesOf(sentence, NOW)).toEqual(pieces);
  });

  it("reads every time as it was written, to the second or the minute", () => {
    const moments = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2099-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, moments, (at, now) => {
        const sentence = `Held since ${clock(at, now)}, until ${minute(at)}.`;
        const read = piecesOf(sentence, now.getTime());
        expect(read.map(({ words }) => words).join("")).toBe(sentence);
        expect(read.flatMap(({ atMs = [] }) => atMs)).toEqual([
          at.getTime() - (at.getTime() % 1_000),
          at.getTime() - (at.getTime() % 60_000),
        ]);
      }),
    );
  });
});
