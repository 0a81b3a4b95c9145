import { describe, expect, it } from "vitest";
import type { BatchWait } from "../../core/contracts/views.ts";
import { waitingWords } from "./waiting-words.model.ts";

const full: BatchWait = {
  code: "disk_full",
  who: "operator",
  jobs: 3,
  others: 0,
  reason: "A disk of Waybill's is full.",
  pieces: ["A disk of Waybill's is full."],
};

describe("what progress tells of jobs that wait", () => {
  it("is nothing where none does", () => {
    expect(waitingWords({ jobs: { Downloading: 2 }, waiting: {}, waits: null })).toBeNull();
  });

  it.each([
    [
      "jobs are at work beside it",
      { Downloading: 2, Completed: 1 },
      { Downloading: 1 },
      "1 job is waiting, others continue.",
    ],
    [
      "in another state",
      { Provisioning: 2, Recording: 1 },
      { Provisioning: 2 },
      "2 jobs are waiting, others continue.",
    ],
    [
      "a failed batch whose one job is tried again",
      { Provisioning: 1, Failed: 1 },
      { Provisioning: 1 },
      "1 job is waiting.",
    ],
    [
      "the others are held or have not begun",
      { Downloading: 2, Held: 3, Pending: 4 },
      { Downloading: 2 },
      "2 jobs are waiting.",
    ],
  ])("%s", (_, jobs, waiting, sentence) => {
    expect(waitingWords({ jobs, waiting, waits: null })).toEqual({
      sentence,
      reason: null,
      needsPerson: false,
    });
  });

  it("says for what all wait, and that a person ends it", () => {
    expect(waitingWords({ jobs: { Downloading: 3 }, waiting: { Downloading: 3 }, waits: full })).toEqual({
      sentence: "3 jobs are waiting for disk space.",
      reason: ["A disk of Waybill's is full."],
      needsPerson: true,
    });
  });

  it("says how many of them wait for that", () => {
    const waits = { ...full, jobs: 2, others: 1 };
    const words = waitingWords({ jobs: { Downloading: 3 }, waiting: { Downloading: 3 }, waits });
    expect(words?.sentence).toBe("3 jobs are waiting, 2 of them for disk space.");
  });

  it("does not give the batch's own standstill for the jobs' reason", () => {
    const waits = { ...full, code: "worker_killed", jobs: 0, reason: "Workers have died over it." };
    const words = waitingWords({ jobs: { Downloading: 1 }, waiting: { Downloading: 1 }, waits });
    expect(words).toEqual({ sentence: "1 job is waiting.", reason: null, needsPerson: false });
  });
});
