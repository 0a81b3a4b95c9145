import { describe, expect, it } from "vitest";
import { addSample, estimate, estimateWords, rateOf, type Sample } from "./estimate.model.ts";

/** One sample a second, after the given bytes each. */
function run(...perSecond: number[]): readonly Sample[] {
  return perSecond.reduce<readonly Sample[]>(
    (samples, more) => {
      const last = samples.at(-1) ?? { atMs: 0, bytes: 0 };
      return addSample(samples, { atMs: last.atMs + 1000, bytes: last.bytes + more });
    },
    [{ atMs: 0, bytes: 0 }],
  );
}

describe("rateOf", () => {
  it.each([
    [[], null],
    [[{ atMs: 0, bytes: 0 }], null],
    [
      [
        { atMs: 0, bytes: 0 },
        { atMs: 500, bytes: 9 },
      ],
      null,
    ],
    [run(10, 30), 20],
  ])("of %j is %s", (samples, rate) => {
    expect(rateOf(samples)).toBe(rate);
  });

  it("forgets what is older than the window", () => {
    expect(rateOf(run(...Array(20).fill(1000), ...Array(10).fill(10)))).toBe(10);
  });
});

describe("estimate", () => {
  it("says nothing from less than 3 seconds, or while nothing moves", () => {
    expect(estimate(run(10, 10), 100)).toBeNull();
    expect(estimate(run(0, 0, 0, 0), 100)).toBeNull();
  });

  it("is one value when the rate is steady", () => {
    expect(estimate(run(10, 10, 10, 10), 100)).toEqual({ fromMs: 10_000, toMs: 10_000 });
  });

  it("is a range from the slow to the fast quarter", () => {
    expect(estimate(run(10, 20, 40, 50), 400)).toEqual({ fromMs: 10_000, toMs: 20_000 });
  });
});

describe("estimateWords", () => {
  it.each([
    [200, 400, "about 1 s left"],
    [20_000, 35_000, "20 to 35 s left"],
    [60_000, 150_000, "60 s to 3 min left"],
    [120_000, 121_000, "about 2 min left"],
    [7_200_000, 10_800_000, "2 to 3 h left"],
  ])("%i to %i ms: %s", (fromMs, toMs, words) => {
    expect(estimateWords({ fromMs, toMs })).toBe(words);
  });
});
