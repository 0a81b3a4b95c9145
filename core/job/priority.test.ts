import { expect, it } from "vitest";
import { clampPriority, priorityOf } from "./priority.ts";
import { turnShiftMs } from "./turn.ts";

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

it.each([
  [-1, 0],
  [0, 0],
  [7, 7],
  [99, 99],
  [100, 99],
])("a wish for %i is %i", (wanted, priority) => {
  expect(clampPriority(wanted)).toBe(priority);
});

it("a turn moves by 10 s for each point", () => {
  expect(turnShiftMs(50, 5)).toBe(-450_000);
  expect(turnShiftMs(5, 50)).toBe(450_000);
});
