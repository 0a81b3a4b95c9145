import { narrowChange } from "../../core/access/narrow-change.ts";
import * as requests from "../../core/contracts/requests.ts";
import { listAlarms } from "../../operations/alarm/list.ts";
import { cancelBatch } from "../../operations/batch/cancel.ts";
import { deleteBatch } from "../../operations/batch/delete.ts";
import { getBatch } from "../../operations/batch/get.ts";
import { listBatches } from "../../operations/batch/list.ts";
import { setBatchPriority } from "../../operations/batch/set-priority.ts";
import { submitBatch } from "../../operations/batch/submit.ts";
import { sendUpdateReport } from "../../operations/batch/update-report.ts";
import { listCollections } from "../../operations/collection/list.ts";
import { listEvents } from "../../operations/event/list.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { deleteJob } from "../../operations/job/delete.ts";
import { deleteJobs } from "../../operations/job/delete-many.ts";
import { forceFail } from "../../operations/job/force-fail.ts";
import { getJob } from "../../operations/job/get.ts";
import { listJobs } from "../../operations/job/list.ts";
import { listJobFiles } from "../../operations/job/list-files.ts";
import { requeueJobs } from "../../operations/job/requeue.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { setJobPriority } from "../../operations/job/set-priority.ts";
import { getMail } from "../../operations/mail/get.ts";
import { listMails } from "../../operations/mail/list.ts";
import { getObject } from "../../operations/object/get.ts";
import { listObjects } from "../../operations/object/list.ts";
import { listObjectChanges } from "../../operations/object/list-changes.ts";
import { listObjectFiles } from "../../operations/object/list-files.ts";
import { openObjectFile } from "../../operations/object/open-file.ts";
import { getAttachment } from "../../operations/report/get-attachment.ts";
import { ACCOUNT_ROWS } from "./account-rows.ts";
import { AUDIT_ROWS } from "./audit-rows.ts";
import { CALLBACK_ROWS } from "./callback-rows.ts";
import { CHECK_ROWS } from "./check-rows.ts";
import { HOLD_ROWS } from "./hold-rows.ts";
import { INCIDENT_ROWS } from "./incident-rows.ts";
import { LANE_ROWS } from "./lane-rows.ts";
import { LEDGER_ROWS } from "./ledger-rows.ts";
import { MERRITT_ROWS } from "./merritt-rows.ts";
import { PROFILE_ROWS } from "./profile-rows.ts";
import { list, mails, one, operators, type RouteRow, steering, working } from "./route-row.ts";
import { SEQUENCER_ROWS } from "./sequencer-rows.ts";
import { STANDSTILL_ROWS } from "./standstill-rows.ts";
import { TASK_ROWS } from "./task-rows.ts";
import { upload } from "./upload.ts";
import type { World } from "./world.ts";

const NO_CHANGE = {
  batches: [],
  jobs: [],
  mails: false,
  lanes: false,
  collections: false,
  tasks: false,
  more: false,
} as const;

/** Routes that take no account of who asks, with the reason. */
export const OPEN_ROUTES: Readonly<Record<string, string>> = {
  "GET api/health/live": "tells nothing but that the process runs",
  "GET api/health/ready": "tells nothing but that the process can serve",
  "GET api/metrics": "asks for METRICS_TOKEN, which is nobody's account; 404 without that setting",
  "GET api/auth/[...all]": "better-auth: the own session",
  "POST api/auth/[...all]": "better-auth: sign-in, sign-out",
  "POST api/v1/password-resets":
    "who has forgotten the password cannot sign in; answers the same whoever is meant",
  "POST api/v1/account-links/look-up": "who has the link's secret may know whose it is",
  "POST api/v1/account-links/use": "the link's secret is what is asked for",
  ...Object.fromEntries(
    ["DELETE", "GET", "PATCH", "POST", "PUT"].map((method) => [`${method} api/[[...path]]`, "answers 404"]),
  ),
  "GET poster/help": "tells nothing but what can be asked",
  ...Object.fromEntries(
    ["DELETE", "GET", "POST", "PUT"].map((method) => [`${method} poster/[[...path]]`, "answers 404"]),
  ),
};

const WHY = "by the table";
const slugOf = ({ collection }: World) => collection.slug;

export const ROUTE_ROWS: readonly RouteRow[] = [
  {
    route: "GET api/v1/batches",
    expect: list,
    call: (ctx) => listBatches(ctx, requests.BatchQuery.parse({ limit: 200 })),
    sought: ({ batchId }) => batchId,
  },
  {
    route: "POST api/v1/batches",
    expect: { ...working, stranger: "unknown_collection" },
    call: (ctx, { collection }) =>
      submitBatch(ctx, {
        receive: upload({ collection: collection.slug }),
        idempotencyKey: null,
        userAgent: null,
      }),
    changes: "fresh",
  },
  { route: "GET api/v1/batches/[id]", expect: one, call: (ctx, { batchId }) => getBatch(ctx, batchId) },
  {
    route: "PATCH api/v1/batches/[id]",
    expect: steering,
    call: (ctx, { waitingBatchId: batchId }) => setBatchPriority(ctx, { batchId, priority: 3, reason: WHY }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/batches/[id]/cancel",
    expect: working,
    call: (ctx, { queuedBatchId: batchId }) => cancelBatch(ctx, { batchId }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/batches/[id]",
    expect: steering,
    call: (ctx, { batchId }) => deleteBatch(ctx, { batchId, reason: WHY }),
    changes: "fresh",
  },
  {
    route: "GET api/v1/batches/[id]/reports/[number]/[filename]",
    expect: one,
    call: (ctx, { batchId }) => getAttachment(ctx, { batchId, number: 1, filename: "jobs.csv" }),
  },
  {
    route: "POST api/v1/batches/[id]/update-report",
    expect: steering,
    call: (ctx, { batchId }) => sendUpdateReport(ctx, { batchId }),
    changes: "fresh",
  },
  {
    route: "GET api/v1/jobs",
    expect: list,
    call: (ctx) => listJobs(ctx, requests.JobQuery.parse({ limit: 200 })),
    sought: ({ jobId }) => jobId,
  },
  { route: "GET api/v1/jobs/[id]", expect: one, call: (ctx, { jobId }) => getJob(ctx, jobId) },
  {
    route: "GET api/v1/jobs/[id]/files",
    expect: one,
    call: (ctx, { jobId }) => listJobFiles(ctx, { jobId, ...requests.FileQuery.parse({}) }),
  },
  {
    route: "POST api/v1/jobs/[id]/resume",
    expect: working,
    call: (ctx, { jobId }) => resumeJob(ctx, { jobId }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/jobs/requeue",
    expect: { ...list, viewer: "not_allowed" },
    call: (ctx, { jobId }) => requeueJobs(ctx, { jobs: [jobId], reason: WHY }),
    sought: () => '"requeued":1',
    changes: "fresh",
  },
  {
    route: "POST api/v1/jobs/delete",
    expect: operators,
    call: (ctx, { jobId }) => deleteJobs(ctx, { jobs: [jobId], reason: WHY }),
    changes: "fresh",
  },
  {
    route: "PATCH api/v1/jobs/[id]",
    expect: steering,
    call: (ctx, { waitingJobId: jobId }) => setJobPriority(ctx, { jobId, priority: 3, reason: WHY }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/jobs/[id]",
    expect: steering,
    call: (ctx, { jobId }) => deleteJob(ctx, { jobId, reason: WHY }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/jobs/[id]/force-fail",
    expect: steering,
    call: (ctx, { waitingJobId: jobId }) => forceFail(ctx, { jobId, reason: WHY }),
    changes: "fresh",
  },
  {
    route: "GET api/v1/events",
    expect: list,
    call: (ctx) => listEvents(ctx, requests.EventQuery.parse({ limit: 200 })),
    sought: ({ jobId }) => jobId,
  },
  {
    route: "GET api/v1/changes",
    expect: list,
    call: async ({ actor }, { batchId, collection }) =>
      narrowChange({ ...NO_CHANGE, batches: [batchId] }, actor, () => collection.id) ?? {},
    sought: ({ batchId }) => batchId,
  },
  {
    route: "GET api/v1/objects",
    expect: list,
    call: (ctx) => listObjects(ctx, requests.ObjectQuery.parse({ limit: 200 })),
    sought: ({ objectId }) => objectId,
  },
  { route: "GET api/v1/objects/[id]", expect: one, call: (ctx, { objectId }) => getObject(ctx, objectId) },
  {
    route: "GET api/v1/objects/[id]/files",
    expect: one,
    call: (ctx, { objectId }) => listObjectFiles(ctx, { objectId, ...requests.FileQuery.parse({}) }),
  },
  {
    route: "GET api/v1/objects/[id]/changes",
    expect: one,
    call: (ctx, { objectId }) => listObjectChanges(ctx, { objectId, ...requests.ChangeQuery.parse({}) }),
  },
  {
    route: "GET api/v1/objects/[id]/files/[version]/[ordinal]",
    expect: one,
    call: (ctx, { objectId, store }) => openObjectFile(ctx, { objectId, version: 1, ordinal: 1 }, store),
  },
  { route: "GET api/v1/collections", expect: list, call: listCollections, sought: slugOf },
  {
    route: "PUT api/v1/collections/[slug]/hold",
    expect: steering,
    call: (ctx, world) => placeHold(ctx, { on: "collection", id: slugOf(world), reason: "disks are moved" }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/collections/[slug]/hold",
    expect: steering,
    call: (ctx, world) => releaseHold(ctx, { on: "collection", id: slugOf(world) }),
    changes: "held",
  },
  {
    route: "POST api/v1/collections/[slug]/release",
    expect: steering,
    call: (ctx, world) => releaseHold(ctx, { on: "collection", id: slugOf(world) }),
    changes: "held",
  },
  { route: "GET api/v1/alarms", expect: operators, call: listAlarms },
  ...HOLD_ROWS,
  ...SEQUENCER_ROWS,
  ...TASK_ROWS,
  ...STANDSTILL_ROWS,
  ...PROFILE_ROWS,
  ...INCIDENT_ROWS,
  ...LANE_ROWS,
  ...LEDGER_ROWS,
  ...CALLBACK_ROWS,
  ...CHECK_ROWS,
  ...MERRITT_ROWS,
  { route: "GET api/v1/mails", expect: mails, call: (ctx) => listMails(ctx, requests.PageQuery.parse({})) },
  { route: "GET api/v1/mails/[id]", expect: mails, call: (ctx, { mailId }) => getMail(ctx, mailId) },
  ...ACCOUNT_ROWS,
  ...AUDIT_ROWS,
];
