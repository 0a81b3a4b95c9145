import { expect, it } from "vitest";
import { priorityOf } from "./priority.ts";

it.each([
  [0, 5],
  [1, 5],
  [3, 15],
  [10, 28],
  [100, 51],
  [1000, 74],
  [10_000, 97],
  [12_088, 98],
  [12_089, 99],
  [1_000_000, 99],
])("a batch of %i jobs has priority %i", (jobs, priority) => {
  expect(priorityOf(jobs, null)).toBe(priority);
});

it("lets the profile's own number win", () => {
  expect(priorityOf(1000, 2)).toBe(2);
  expect(priorityOf(1000, 0)).toBe(0);
});
