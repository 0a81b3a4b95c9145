import { describe, expect, it } from "vitest";
import type { EventView } from "../../core/contracts/views.ts";
import { eventLook, eventWords, manyWords, sincePrevious } from "./event-words.model.ts";

const EVENT: EventView = {
  id: "1",
  at: "2026-11-27T12:00:00.000Z",
  kind: "job.moved",
  batchId: "bid-1",
  jobId: "jid-1",
  from: null,
  to: null,
  actor: "Waybill",
  reason: null,
  code: null,
};
const ofBatch = { jobId: null, kind: "batch.moved" };

describe("eventWords", () => {
  it.each([
    [{ ...ofBatch, to: "Pending" }, "Accepted"],
    [{ to: "Pending" }, "Job created"],
    [{ from: "Downloading", to: "Processing" }, ""],
    [{ ...ofBatch, from: "UpdateReporting", to: "Failed" }, ""],
    [{ from: "Failed", to: "Downloading" }, "Resumed"],
    [{ ...ofBatch, from: "Failed", to: "UpdateReporting" }, "Continued"],
    [{ from: "Held", to: "Estimating" }, "Released"],
    [{ from: "Held", to: "Deleted" }, "Deleted"],
    [{ from: "Processing", to: "Elsewhere" }, "Job Elsewhere"],
    [{ kind: "job.waits" }, "Job waits"],
    [{ kind: "callback.failed" }, "Callback given up"],
    [{ kind: "callback.redelivered" }, "Callback redelivered"],
    [{ ...ofBatch, kind: "batch.report_saved" }, "Batch report saved"],
    [{ ...ofBatch, kind: "odd" }, "Batch odd"],
    [{ ...ofBatch, kind: "batch.submission", from: "Pending", to: "Committed" }, "Submission"],
    [{ ...ofBatch, kind: "batch.submission", from: "Delayed", to: "submitting" }, "Being submitted"],
  ])("%j reads %s", (part, words) => {
    expect(eventWords({ ...EVENT, ...part })).toBe(words);
  });
});

describe("eventLook", () => {
  it("takes job states for jobs and batch states for batches", () => {
    expect(eventLook({ ...EVENT, to: "Held" })?.sentence).toMatch(/operator releases/);
    expect(eventLook({ ...EVENT, ...ofBatch, to: "Held" })?.sentence).toMatch(/place in the lane/);
    expect(eventLook({ ...EVENT, to: "Reporting" })).toBeUndefined();
    expect(eventLook(EVENT)).toBeUndefined();
    expect(eventLook({ ...EVENT, ...ofBatch, kind: "batch.submission", to: "Unknown" })?.family).toBe(
      "unknown",
    );
    expect(eventLook({ ...EVENT, ...ofBatch, kind: "batch.submission", to: "none" })).toBeUndefined();
  });
});

describe("manyWords", () => {
  it.each([
    [{ from: "Pending", to: "Estimating" }, 9, "9 jobs"],
    [{ to: "Pending" }, 1204, "1,204 jobs created"],
    [{ from: "Failed", to: "Downloading" }, 2, "2 jobs: resumed"],
  ])("%j for %i", (part, jobs, words) => {
    expect(manyWords({ ...EVENT, ...part }, jobs)).toBe(words);
  });
});

describe("sincePrevious", () => {
  it("measures within one job or batch", () => {
    const events = [
      { ...EVENT, id: "5", at: "2026-11-27T12:00:09.500Z" },
      { ...EVENT, id: "4", at: "2026-11-27T12:00:05.000Z", jobId: "jid-2" },
      { ...EVENT, id: "3", at: "2026-11-27T12:00:04.000Z", jobId: null },
      { ...EVENT, id: "2", at: "2026-11-27T12:00:02.000Z" },
      { ...EVENT, id: "1", at: "2026-11-27T12:00:01.000Z", jobId: null },
    ];
    expect([...sincePrevious(events)]).toEqual([
      ["5", 7500],
      ["3", 3000],
    ]);
  });
});
