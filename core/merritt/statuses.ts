import type { BatchState } from "../batch/states.ts";
import type { JobState } from "../job/states.ts";

/** A batch's state in Merritt's four words. Merritt calls a batch queued until it has ended. */
export const BATCH_STATUSES = {
  Pending: "QUEUED",
  Held: "QUEUED",
  Processing: "QUEUED",
  Reporting: "QUEUED",
  UpdateReporting: "FAILED",
  Completed: "COMPLETED",
  Failed: "FAILED",
  Deleted: "DELETED",
} as const satisfies Record<BatchState, string>;

/** A job's state in Merritt's words; CONSUMED: somebody works on it. */
export const JOB_STATUSES = {
  Pending: "PENDING",
  Held: "PENDING",
  Estimating: "CONSUMED",
  Provisioning: "CONSUMED",
  Downloading: "CONSUMED",
  Processing: "CONSUMED",
  Recording: "CONSUMED",
  Notify: "CONSUMED",
  Completed: "COMPLETED",
  Failed: "FAILED",
  Deleted: "DELETED",
} as const satisfies Record<JobState, string>;
