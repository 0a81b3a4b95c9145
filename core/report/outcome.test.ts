import { describe, expect, test } from "vitest";
import { changed, jobOutcome } from "./outcome.ts";

describe("jobOutcome", () => {
  test.each([
    ["Completed", null, "Completed"],
    ["Deleted", "source_not_found", "Deleted"],
    ["Failed", "source_not_found", "Failed:source_not_found"],
    ["Failed", null, "Failed:internal"],
    ["Pending", null, null],
    ["Held", null, null],
    ["Notify", "source_not_found", null],
  ] as const)("%s with error %s is %s", (state, errorCode, outcome) => {
    expect(jobOutcome({ state, errorCode })).toBe(outcome);
  });
});

test("changed keeps the order and leaves out what was told and what has not ended", () => {
  const jobs = [
    { id: 1, state: "Completed", errorCode: null, reportedOutcome: "Failed:digest_mismatch" },
    { id: 2, state: "Completed", errorCode: null, reportedOutcome: "Completed" },
    { id: 3, state: "Failed", errorCode: "source_timeout", reportedOutcome: "Failed:source_not_found" },
    { id: 4, state: "Failed", errorCode: "source_timeout", reportedOutcome: "Failed:source_timeout" },
    { id: 5, state: "Downloading", errorCode: null, reportedOutcome: "Failed:source_timeout" },
    { id: 6, state: "Deleted", errorCode: "source_timeout", reportedOutcome: "Failed:source_timeout" },
    { id: 7, state: "Completed", errorCode: null, reportedOutcome: null },
  ] as const;
  expect(changed(jobs).map(({ id }) => id)).toEqual([1, 3, 6, 7]);
});
