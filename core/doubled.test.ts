import { expect, it } from "vitest";
import { doubledMs } from "./doubled.ts";

it.each([
  [0, 250],
  [1, 500],
  [4, 4_000],
  [5, 5_000],
  [10_000, 5_000],
])("after %i doublings 250 ms are %i ms, at most 5 s", (times, ms) => {
  expect(doubledMs(250, times, 5_000)).toBe(ms);
});
