import { describe, expect, it } from "vitest";
import { jobShares, jobTotals } from "./job-shares.model.ts";

const COUNTS = { Pending: 5, Downloading: 2, Recording: 1, Failed: 3, Completed: 37, Held: 1, Deleted: 0 };

describe("jobShares", () => {
  it("orders what occurs from done to waiting", () => {
    expect(jobShares(COUNTS).map((share) => `${share.state} ${share.jobs}`)).toEqual([
      "Completed 37",
      "Failed 3",
      "Held 1",
      "Recording 1",
      "Downloading 2",
      "Pending 5",
    ]);
  });
});

describe("jobTotals", () => {
  it.each([
    [COUNTS, { all: 49, ended: 40, done: 37, failed: 3 }],
    [{}, { all: 0, ended: 0, done: 0, failed: 0 }],
  ])("of %j", (counts, totals) => {
    expect(jobTotals(counts)).toEqual(totals);
  });
});
