import { describe, expect, it } from "vitest";
import { clock, span } from "./why-words.ts";

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
