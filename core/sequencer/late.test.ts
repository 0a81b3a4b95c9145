import { expect, it } from "vitest";
import { isLate } from "./late.ts";

it.each([
  [5_000, 1, 62.5, false],
  [5_001, 1, 62.5, true],
  // the longest period at the usual tick is a second
  [5_001, 16, 62.5, true],
  // 4 × 16 × 1 s
  [64_000, 16, 1_000, false],
  [64_001, 16, 1_000, true],
])("a beat of %i ms with a period of %i ticks of %f ms is late: %s", (ageMs, period, tickMs, late) => {
  expect(isLate({ ageMs, period }, tickMs)).toBe(late);
});
