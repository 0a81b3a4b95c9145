import fc from "fast-check";
import { expect, it } from "vitest";
import { paceMs } from "./pace.ts";

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
