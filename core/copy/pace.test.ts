import fc from "fast-check";
import { expect, it } from "vitest";
import { paceMs, pacer } from "./pace.ts";

it.each([
  [0, 0, 1_000, 0],
  [1_000, 0, 1_000, 1_000],
  [1_500, 1_000, 1_000, 500],
  [1_000, 5_000, 1_000, 0],
  [1, 0, 3, 334],
])("after %i bytes in %i ms at %i bytes a second it waits %i ms", (bytes, elapsedMs, rate, ms) => {
  expect(paceMs(bytes, elapsedMs, rate)).toBe(ms);
});

it("never lets a reading run ahead of its rate", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 10_000_000 }), (pieces, rate) => {
      let [bytes, elapsedMs] = [0, 0];
      for (const piece of pieces) {
        bytes += piece;
        elapsedMs += paceMs(bytes, elapsedMs, rate);
        expect(bytes / rate).toBeLessThanOrEqual(elapsedMs / 1_000 + 1e-9);
      }
    }),
  );
});

it("makes up for at most half a minute in which nothing was read", () => {
  const wait = pacer(1_000, 0);
  expect(wait(1_000, 0)).toBe(1_000);
  // an hour's standstill
  expect(wait(30_000, 3_600_000)).toBe(0);
  expect(wait(1_000, 3_600_000)).toBe(1_000);
  const brief = pacer(1_000, 0);
  expect([brief(10_000, 10_000), brief(1_000, 10_000)]).toEqual([0, 1_000]);
});
