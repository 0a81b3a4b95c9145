import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisTop, barsOf } from "./chart.model.ts";

describe("an axis", () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[1], 1],
    [[3], 5],
    [[5], 5],
    [[6, 2], 10],
    [[11], 20],
    [[412], 500],
    [[1_000], 1_000],
    [[12_400_000_123], 20_000_000_000],
  ])("of %j ends at %d", (values, top) => expect(axisTop(values)).toBe(top));
});

describe("bars", () => {
  it("stand on the ground, as high as their share of the axis", () => {
    expect(barsOf([0, 5, 10], 300, 100)).toEqual([
      { x: 10, y: 100, width: 80, height: 0 },
      { x: 110, y: 50, width: 80, height: 50 },
      { x: 210, y: 0, width: 80, height: 100 },
    ]);
  });

  it("stay within the drawing, and what is not zero can be seen", () => {
    const values = fc.array(fc.nat({ max: 2 ** 53 - 1 }), { minLength: 1, maxLength: 90 });
    fc.assert(
      fc.property(values, (given) => {
        for (const [at, { x, y, width, height }] of barsOf(given, 300, 60).entries()) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(300.001);
          expect(y + height).toBeCloseTo(60);
          expect(y).toBeGreaterThanOrEqual(-0.001);
          if (given[at] === 0) expect(height).toBe(0);
          else expect(height).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });
});
