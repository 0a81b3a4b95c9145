import type { BatchView } from "../contracts/views.ts";
import { jobPieces, type MerrittJob } from "./job-state.ts";
import { type MerrittState, merrittState, merrittTime } from "./state.ts";
import { BATCH_STATUSES } from "./statuses.ts";

type BatchFacts = Pick<
  BatchView,
  "id" | "state" | "submitter" | "filename" | "createdAt" | "endedAt" | "whereIsIt" | "fault"
>;

/** What a client that has just deposited is told. `warnings`: what was left out of its form. */
export function acceptedState(batch: BatchFacts, warnings: readonly string[]): MerrittState {
  return batchState(batch, { status: "QUEUED", message: warnings.join(" ") || null, jobs: [] });
}

/** Where a batch stands. `jobs`: some of its jobs, in their order; `more`: a sentence when there are others. */
export function foundState(batch: BatchFacts, jobs: readonly MerrittJob[], more?: string): MerrittState {
  const told = batch.fault && batch.state === "Failed" ? batch.fault.message : batch.whereIsIt;
  return batchState(batch, {
    status: BATCH_STATUSES[batch.state],
    message: [told, more].filter(Boolean).join(" "),
    jobs,
  });
}

function batchState(
  batch: BatchFacts,
  told: { readonly status: string; readonly message: string | null; readonly jobs: readonly MerrittJob[] },
): MerrittState {
  return merrittState("bat", "batchState", {
    batchID: batch.id,
    batchStatus: told.status,
    batchStatusMessage: told.message,
    packageName: batch.filename,
    userAgent: batch.submitter,
    submissionDate: merrittTime(new Date(batch.createdAt)),
    completionDate: batch.endedAt === null ? null : merrittTime(new Date(batch.endedAt)),
    jobStates: told.jobs.map(jobPieces),
  });
}
