import { describe, expect, it } from "vitest";
import { clock, minute, since, span } from "./time-words.ts";

describe("words of times", () => {
  it.each([
    [300_000, "5 min"],
    [90_000, "90 s"],
    [86_400_000, "1 d"],
    [300, "0.3 s"],
    [0, "0 s"],
    [1_500, "1.5 s"],
  ])("%d ms is %s", (ms, words) => {
    expect(span(ms)).toBe(words);
  });

  const at = new Date("2026-01-30T23:59:59.999Z");
  it.each([
    ["the minute", minute(at), "2026-01-30 23:59 UTC"],
    ["the second", clock(at, at), "23:59:59 UTC"],
    [
      "the day, when that is not today's",
      clock(at, new Date("2026-01-31T00:00:00Z")),
      "2026-01-30 23:59:59 UTC",
    ],
  ])("tell %s, and keep the moment", (_, moment, text) => {
    expect(moment).toEqual({ at: "2026-01-30T23:59:59.999Z", text });
  });

  it("tell since when", () => {
    expect(since(at, at)).toEqual(["since ", clock(at, at)]);
  });
});
