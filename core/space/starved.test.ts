import { describe, expect, it } from "vitest";
import { type Starved, whyDiskFull, whyNothingBegins } from "./starved.ts";

const starved = (given: Partial<Starved>): Starved => ({
  waitingJobs: 0,
  tooLargeJobs: 0,
  tooLargeJob: null,
  diskFullJobs: 0,
  runningBytes: 0,
  folderBytes: 2_000_000,
  uploadBytes: 900_000,
  quotaBytes: 5_000_000,
  freeBytes: 1_000,
  ...given,
});

describe("the alarm that nothing begins", () => {
  it.each([
    [{}, null],
    [
      { waitingJobs: 1 },
      "1 job waits for working storage and nothing has started for a while: running jobs take 0 B of 5.0 MB, folders of failed jobs 2.0 MB, uploads 900.0 kB; the disk has 1.0 kB left. Make room on the disk, or delete failed jobs you no longer need.",
    ],
    [
      { tooLargeJobs: 1, tooLargeJob: "jid-1" },
      "Job jid-1 needs more than the whole working storage (5.0 MB). Raise WORKING_STORAGE_QUOTA and restart the workers, or make it fail.",
    ],
    [
      { tooLargeJobs: 2, tooLargeJob: "jid-1" },
      "2 jobs need, jid-1 first, more than the whole working storage (5.0 MB). Raise WORKING_STORAGE_QUOTA and restart the workers, or make them fail.",
    ],
  ])("with %j", (given, message) => {
    expect(whyNothingBegins(starved(given))).toBe(message);
  });

  it("tells both", () => {
    const message = whyNothingBegins(starved({ waitingJobs: 1_200, tooLargeJobs: 1, tooLargeJob: "jid-1" }));
    expect(message).toMatch(/^1,200 jobs wait .* Job jid-1 needs more/);
  });
});

it.each([
  [0, null],
  [
    1,
    "A disk is full and 1 job waits for room. Working storage has 1.0 kB left to use; if that is enough, the full disk is another one, such as object storage's. Make room there; waiting work then continues automatically.",
  ],
  [1_200, expect.stringMatching(/^A disk is full and 1,200 jobs wait for room\./)],
])("the alarm that a disk is full, with %d jobs that met it", (diskFullJobs, message) => {
  expect(whyDiskFull(starved({ diskFullJobs }))).toEqual(message);
});
