import type { BatchView } from "../contracts/views.ts";
import { jobPieces, type MerrittJob } from "./job-state.ts";
import { type MerrittState, merrittState, merrittTime } from "./state.ts";
import { BATCH_STATUSES } from "./statuses.ts";

type Named = Pick<BatchView, "id" | "submitter" | "filename">;
type BatchFacts = Named & Pick<BatchView, "state" | "createdAt" | "endedAt" | "whereIsIt" | "fault">;

/** What a client that has just deposited is told. `warnings`: what was left out of its form. */
export function acceptedState(
  { createdAt, ...batch }: Named & { readonly createdAt: Date },
  warnings: readonly string[],
): MerrittState {
  const told = { status: "QUEUED", message: warnings.join(" ") || null, jobs: [] };
  return batchState({ ...batch, createdAt, endedAt: null }, told);
}

/** Where a batch stands. `jobs`: some of its jobs, in their order; `more`: a sentence when there are others. */
export function foundState(batch: BatchFacts, jobs: readonly MerrittJob[], more?: string): MerrittState {
  const told = batch.fault && batch.state === "Failed" ? batch.fault.message : batch.whereIsIt;
  const { createdAt, endedAt } = batch;
  const times = {
    createdAt: new Date(createdAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  };
  return batchState(
    { ...batch, ...times },
    { status: BATCH_STATUSES[batch.state], message: [told, more].filter(Boolean).join(" "), jobs },
  );
}

function batchState(
  batch: Named & { readonly createdAt: Date; readonly endedAt: Date | null },
  told: { readonly status: string; readonly message: string | null; readonly jobs: readonly MerrittJob[] },
): MerrittState {
  return merrittState("bat", "batchState", {
    batchID: batch.id,
    batchStatus: told.status,
    batchStatusMessage: told.message,
    packageName: batch.filename,
    userAgent: batch.submitter,
    submissionDate: merrittTime(batch.createdAt),
    completionDate: batch.endedAt && merrittTime(batch.endedAt),
    jobStates: told.jobs.map(jobPieces),
  });
}
