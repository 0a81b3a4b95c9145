import { type Actor, can } from "../../core/access/roles.ts";
import type { HoldAct, JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { decideJobHold } from "../../core/hold/decide-job.ts";
import { arkStanding } from "../../core/identifier/ark-standing.ts";
import { decideDelete } from "../../core/job/deletable.ts";
import { resumeChoices } from "../../core/job/resume.ts";
import { hasEnded, isWorkState, type ResumeState } from "../../core/job/states.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import { sumFilesOfJob } from "../../prisma/store/file.ts";
import { findJobView, type JobViewRow } from "../../prisma/store/job/list.ts";
import { findWarnings } from "../../prisma/store/step.ts";
import { findBatchWait } from "../batch/find-wait.ts";
import type { Context } from "../context.ts";
import { holdView } from "../hold/view.ts";
import { jobRow } from "./row-view.ts";

/**
 * One job as its page shows it.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function getJob({ db, actor }: Context, jobId: string): Promise<JobView> {
  const job = await findJobView(db, jobId);
  if (!job || !can(actor, "read", job.collectionId)) {
    throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  }
  const [files, batchWaits, warnings] = await Promise.all([
    sumFilesOfJob(db, jobId),
    findBatchWait({ db }, job.batchId),
    findWarnings(db, jobId),
  ]);
  return {
    ...jobRow(job),
    collectionName: job.collectionName,
    batchState: job.batchState,
    batchWaits,
    held: holdView(job.hold),
    holdAct: can(actor, "hold-work", job.collectionId) ? holdActOf(job) : null,
    payload: job.payload,
    payloadUrl: job.payloadUrl === null ? null : maskUrl(job.payloadUrl),
    lastSuccessfulState: job.lastSuccessfulState,
    retryCount: job.retryCount,
    priority: job.priority,
    submitter: job.submitter,
    creator: job.creator,
    date: job.date,
    endedAt: job.endedAt?.toISOString() ?? null,
    spaceNeeded: job.spaceNeeded.toString(),
    spaceReserved: job.spaceReserved.toString(),
    files: { ...files, bytes: files.bytes.toString(), done: files.done.toString() },
    container: files.count === 0 ? containerOf(job) : null,
    resumeAt: resumeAt(job, actor),
    may: {
      delete: decideDelete(job).kind === "delete" && can(actor, "delete", job.collectionId),
      forceFail: isWorkState(job.state) && can(actor, "force-fail", job.collectionId),
      setPriority: !hasEnded(job.state) && can(actor, "set-priority", job.collectionId),
    },
    objectId: job.objectId,
    made: job.made,
    identifier: job.ark === null && job.minted === null ? null : arkStanding(job.minted),
    embargoUntil: job.embargoUntil?.toISOString() ?? null,
    warnings,
    record: can(actor, "hold-work", job.collectionId) ? recordOf(job) : null,
  };
}

function recordOf(job: JobViewRow): JobView["record"] {
  const { update, payloadVersion, digestType, digestValue, workingDirectory, resourceToProvision } = job;
  const digest = digestType && digestValue ? { type: digestType, value: digestValue } : null;
  return { update, payloadVersion, digest, workingDirectory, resourceToProvision };
}

function containerOf({ payload, payloadUrl, payloadSize, received }: JobViewRow): JobView["container"] {
  if (payload !== "container" || payloadUrl === null) return null;
  return { done: received.toString(), total: payloadSize?.toString() ?? null };
}

function holdActOf({ state, hold }: JobViewRow): HoldAct {
  if (state === "Held") return "release";
  return decideJobHold({ state, hold }).kind === "refuse" ? null : "hold";
}

function resumeAt(job: JobViewRow, actor: Actor): readonly ResumeState[] {
  if (!can(actor, "resume-job", job.collectionId)) return [];
  return resumeChoices({ ...job, hasFiles: job.workingDirectory !== null });
}
