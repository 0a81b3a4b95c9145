import fc from "fast-check";
import { expect, test } from "vitest";
import { JOB_STATES } from "../job/states.ts";
import { jobTotals, tally } from "./tally.ts";

test.each([
  [{}, false, "Completed"],
  [{ Completed: 1 }, false, "Completed"],
  [{ Completed: 2, Deleted: 1 }, false, "Completed"],
  [{ Deleted: 3 }, false, "Completed"],
  [{ Completed: 99_999, Failed: 1 }, false, "Failed"],
  [{ Completed: 2, Downloading: 1 }, false, "Failed"],
  [{ Completed: 2, Held: 1 }, false, "Failed"],
  [{ Completed: 2, Failed: 0 }, false, "Completed"],
  [{ Completed: 2 }, true, "Failed"],
  [{}, true, "Failed"],
] as const)("%j, fault %s: %s", (jobs, fault, state) => {
  expect(tally(jobs, fault)).toBe(state);
});

test("a batch has no fault of its own unless it is said", () => {
  expect(tally({ Completed: 1 })).toBe("Completed");
});

test("totals group the states and count everything that has not ended as pending", () => {
  const one = Object.fromEntries(JOB_STATES.map((state, place) => [state, place + 1]));
  expect(jobTotals(one)).toEqual({ total: 66, pending: 36, completed: 9, failed: 10, deleted: 11 });
});

test("the four groups always add up to the total", () => {
  const counts = fc.record(Object.fromEntries(JOB_STATES.map((state) => [state, fc.nat(100_000)])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(counts, (jobs) => {
      const { total, pending, completed, failed, deleted } = jobTotals(jobs);
      expect(pending + completed + failed + deleted).toBe(total);
    }),
  );
});
