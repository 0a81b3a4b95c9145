import type { BatchState, SubmissionStatus } from "../core/batch/states.ts";
import type { CopyState } from "../core/copy/states.ts";
import type { JobState } from "../core/job/states.ts";
import type { LaneBackend } from "../core/lane/backends.ts";
import type { LaneOrdering } from "../core/lane/orderings.ts";
import type { JobPayload, PayloadKind } from "../core/manifest/kinds.ts";
import type { ResponseForm } from "../core/merritt/response-form.ts";
import type { TaskState } from "../core/task/states.ts";
import type * as Db from "./generated/enums.ts";

type Same<A, B> = [A, B] extends [B, A] ? true : never;

/** Compiles only while the unions of core/ and the enums of the database have the same values. */
export const PARITY: {
  readonly job: Same<JobState, Db.JobState>;
  readonly batch: Same<BatchState, Db.BatchState>;
  readonly submission: Same<SubmissionStatus, Db.SubmissionStatus>;
  readonly kind: Same<PayloadKind, Db.PayloadKind>;
  readonly payload: Same<JobPayload, Db.JobPayload>;
  readonly backend: Same<LaneBackend, Db.LaneBackend>;
  readonly ordering: Same<LaneOrdering, Db.LaneOrdering>;
  readonly copy: Same<CopyState, Db.CopyState>;
  readonly form: Same<ResponseForm, Db.ResponseForm>;
  readonly task: Same<TaskState, Db.TaskState>;
} = {
  job: true,
  batch: true,
  submission: true,
  kind: true,
  payload: true,
  backend: true,
  ordering: true,
  copy: true,
  form: true,
  task: true,
};
