import { describe, expect, it } from "vitest";
import { piecesOf, toldIn } from "./told-times.model.ts";

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
});

describe("toldIn", () => {
  it.each([
    ["the same day there", Date.UTC(2026, 10, 27, 18, 39), "Asia/Kathmandu", "00:24"],
    ["the day before there", Date.UTC(2026, 10, 27, 17, 39), "Asia/Kathmandu", "27 Nov 2026, 23:24"],
    ["another day", Date.UTC(2026, 11, 1), "Europe/Berlin", "1 Dec 2026, 01:00"],
  ])("tells %s", (_, atMs, zone, told) => {
    expect(toldIn(atMs, NOW, zone)).toBe(told);
  });
});
