import * as z from "zod";
import { BATCH_STATES } from "../batch/states.ts";
import { JOB_STATES, RESUME_STATES } from "../job/states.ts";
import { VERSION_CHANGES } from "./object-views.ts";
import { PAGING } from "./paging.ts";
import { Reason, SAY_WHY } from "./reason.ts";

/** Body of `POST /api/auth/sign-in/email`; other fields are ignored. */
export const SignInRequest = z.object({ email: z.string().max(254), password: z.string().max(1024) });

/** Query of `GET /api/v1/batches`: newest first, keyset pages. `q` matches id, file name, title and submitter. */
export const BatchQuery = z.strictObject({
  state: z.enum(BATCH_STATES).optional(),
  collection: z.string().max(64).optional(),
  q: z.string().trim().max(200).optional(),
  ...PAGING,
});
export type BatchQuery = z.infer<typeof BatchQuery>;

/**
 * Query of `GET /api/v1/jobs`: of one batch, by place in its manifest; of one state, latest to enter it first;
 * otherwise newest batch first, then by place.
 */
export const JobQuery = z.strictObject({
  batch: z.string().max(64).optional(),
  state: z.enum(JOB_STATES).optional(),
  collection: z.string().max(64).optional(),
  q: z.string().trim().max(200).optional(),
  ...PAGING,
});
export type JobQuery = z.infer<typeof JobQuery>;

/** Query of `GET /api/v1/objects`: newest change first. `q` matches ARK, local id, title. */
export const ObjectQuery = z.strictObject({
  collection: z.string().max(64).optional(),
  q: z.string().trim().max(200).optional(),
  ...PAGING,
});
export type ObjectQuery = z.infer<typeof ObjectQuery>;

/** Query of lists that only page. */
export const PageQuery = z.strictObject(PAGING);
export type PageQuery = z.infer<typeof PageQuery>;

/** Query of the file lists of a job or an object version, by place. */
export const FileQuery = z.strictObject({
  ...PAGING,
  version: z.coerce.number().int().min(1).optional(),
});
export type FileQuery = z.infer<typeof FileQuery>;

/** Query of the changes a version made to an object, by path. */
export const ChangeQuery = z.strictObject({
  ...PAGING,
  version: z.coerce.number().int().min(1).optional(),
  change: z.enum(VERSION_CHANGES).optional(),
});
export type ChangeQuery = z.infer<typeof ChangeQuery>;

/** Query of timelines, newest first. */
export const EventQuery = z.strictObject({
  batch: z.string().max(64).optional(),
  job: z.string().max(64).optional(),
  ...PAGING,
});
export type EventQuery = z.infer<typeof EventQuery>;

/** Body of `POST /api/v1/jobs/{id}/resume`; without `at`, the stage after the last one that succeeded. */
export const ResumeRequest = z.strictObject({
  at: z.enum(RESUME_STATES).optional(),
  reason: Reason.optional(),
});
export type ResumeRequest = z.infer<typeof ResumeRequest>;

/**
 * Body of `PUT .../hold` of collections, batches, jobs and the intake. `until`: when the hold ends by itself, ISO 8601
 * with an offset, in the future and within a year; if left out, a person must release it.
 */
export const HoldRequest = z.strictObject({
  reason: Reason,
  until: z.iso
    .datetime({ offset: true, error: "Give the end as 2026-01-31T14:30:00Z or with an offset." })
    .transform((text) => new Date(text))
    .optional(),
});
export type HoldRequest = z.infer<typeof HoldRequest>;

/** The most jobs in one action; a filter finds no more at a time. */
export const MOST_JOBS = 10_000;

const jobs = z.array(z.string().max(64)).min(1).max(MOST_JOBS);

function jobsFilter<const State extends string>(...states: readonly [State, ...State[]]) {
  return z.strictObject({
    state: z.enum(states),
    batch: z.string().max(64).optional(),
    collection: z.string().max(64).optional(),
    code: z.string().max(64).optional(),
    q: z.string().trim().max(200).optional(),
  });
}

const isOneChoice = (body: { readonly jobs?: unknown; readonly filter?: unknown }) =>
  (body.jobs === undefined) !== (body.filter === undefined);
const CHOOSE = { error: "Name either `jobs` or a `filter`." };

/**
 * Body of `POST /api/v1/jobs/requeue`: jobs by id, or the failed ones a filter finds. `preview`: only report what would
 * happen.
 */
export const RequeueRequest = z
  .strictObject({
    jobs: jobs.optional(),
    filter: jobsFilter("Failed").optional(),
    at: z.enum(RESUME_STATES).optional(),
    reason: Reason.optional(),
    preview: z.boolean().default(false),
  })
  .refine(isOneChoice, CHOOSE)
  .refine(({ preview, reason }) => preview || reason !== undefined, {
    path: ["reason"],
    error: SAY_WHY,
  });
export type RequeueRequest = z.infer<typeof RequeueRequest>;

/** Body of `POST /api/v1/jobs/delete`, as the one above. */
export const DeleteJobsRequest = z
  .strictObject({
    jobs: jobs.optional(),
    filter: jobsFilter("Failed", "Held").optional(),
    reason: Reason.optional(),
    preview: z.boolean().default(false),
  })
  .refine(isOneChoice, CHOOSE)
  .refine(({ preview, reason }) => preview || reason !== undefined, {
    path: ["reason"],
    error: SAY_WHY,
  });
export type DeleteJobsRequest = z.infer<typeof DeleteJobsRequest>;

/** Body of actions on one thing that need a reason: deleting a job or batch, making a job fail. */
export const ActRequest = z.strictObject({ reason: Reason });
export type ActRequest = z.infer<typeof ActRequest>;

/** Body of `PATCH /api/v1/jobs/{id}` and `PATCH /api/v1/batches/{id}`; a priority outside 0 to 99 is clamped. */
export const PriorityRequest = z.strictObject({ priority: z.int(), reason: Reason });
export type PriorityRequest = z.infer<typeof PriorityRequest>;

/** Body of `DELETE .../hold` and other actions whose reason is optional. */
export const ReasonRequest = z.strictObject({ reason: Reason.optional() });
