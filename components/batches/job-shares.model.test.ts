import { describe, expect, it } from "vitest";
import { jobProgress, jobShares } from "./job-shares.model.ts";

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

  it("takes apart those that wait, though not what is to begin", () => {
    const waiting = { Downloading: 1, Recording: 1, Pending: 5 };
    expect(jobShares(COUNTS, waiting).map(({ state, family, jobs }) => `${state} ${family} ${jobs}`)).toEqual(
      [
        "Completed done 37",
        "Failed person 3",
        "Recording time 1",
        "Downloading time 1",
        "Held time 1",
        "Downloading moving 1",
        "Pending waiting 5",
      ],
    );
  });
});

describe("jobProgress", () => {
  it.each([
    [COUNTS, { all: 49, ended: 40, done: 37, failed: 3 }],
    [{}, { all: 0, ended: 0, done: 0, failed: 0 }],
  ])("of %j", (counts, totals) => {
    expect(jobProgress(counts)).toEqual(totals);
  });
});
