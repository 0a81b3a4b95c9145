import { type Actor, can } from "../../core/access/roles.ts";
import { whyNoCancel } from "../../core/batch/cancellable.ts";
import { decideDeleteBatch } from "../../core/batch/deletable.ts";
import type { InLine } from "../../core/batch/in-line.ts";
import { type Whereabouts, whereIsIt } from "../../core/batch/where-is-it.ts";
import type { BatchView, BatchWarnings, HoldAct, JobCounts, ReportView } from "../../core/contracts/views.ts";
import { faultOf } from "../../core/fault.ts";
import { decideBatchHold } from "../../core/hold/decide-batch.ts";
import { jobTotals } from "../../core/report/tally.ts";
import { textOf } from "../../core/sentence.ts";
import { type Env, publicUrl } from "../../lib/env.ts";
import { redact } from "../../lib/redact.ts";
import type { BatchViewRow } from "../../prisma/store/batch/read.ts";
import type { BatchBytes } from "../../prisma/store/file.ts";
import type { ReportRow } from "../../prisma/store/report.ts";
import { holdView } from "../hold/view.ts";
import { type AroundRow, batchRow } from "./row-view.ts";

/** What a batch's view needs in addition to its own row. `line`: its place in its lane; null once it has begun. */
export type Around = AroundRow & {
  readonly bytes: Pick<BatchBytes, "done" | "total">;
  readonly line: InLine | null;
  readonly resumable: boolean;
  readonly warnings: BatchWarnings;
  readonly reports: readonly ReportRow[];
};

/** A batch as its page shows it to this actor. */
export function batchView(batch: BatchViewRow, around: Around, actor: Actor, env: Env): BatchView {
  const { jobs, bytes, resumable, warnings, reports } = around;
  const row = batchRow(batch, around);
  const where = whereIsIt({ ...whereabouts(batch, around), waits: row.waits });
  return {
    ...row,
    collectionName: batch.collectionName,
    lane: batch.lane,
    laneSeq: batch.laneSeq.toString(),
    position: batch.position?.toString() ?? null,
    submissionStatus: batch.submissionStatus,
    payloadSize: batch.payloadSize.toString(),
    payloadSha256: batch.payloadSha256,
    profileVersion: batch.profileVersion,
    whereIsIt: textOf(where),
    whereIsItPieces: where,
    waitReason: batch.waitReason,
    stopped: standstillView(batch),
    held: holdView(batch.hold),
    holdAct: can(actor, "hold-work", batch.collectionId) ? holdActOf(batch) : null,
    fault: faultOf(batch),
    bytes: { done: bytes.done.toString(), total: bytes.total.toString() },
    expanded: batch.expandedAt !== null,
    warnings: { ...warnings, listed: warnings.listed.map(maskWarned) },
    reports: reports.map(reportView),
    may: {
      updateReport: batch.state === "Failed" && can(actor, "report-update", batch.collectionId),
      resume: resumable && can(actor, "resume-job", batch.collectionId),
      cancel: mayCancel(batch, actor),
      delete: mayDelete(batch, jobs) && can(actor, "delete", batch.collectionId),
      setPriority: countOpen(jobs) > 0 && can(actor, "set-priority", batch.collectionId),
      decide: batch.stoppedAt !== null && can(actor, "force-fail", batch.collectionId),
    },
    statusUrl: `${publicUrl(env)}/batches/${batch.id}`,
  };
}

/** A name taken from an address may contain credentials. */
function maskWarned<Warned extends BatchWarnings["listed"][number]>(job: Warned): Warned {
  return { ...job, filename: String(redact(job.filename)), message: String(redact(job.message)) };
}

function standstillView({ stoppedAt, waitReason }: BatchViewRow): BatchView["stopped"] {
  return stoppedAt && { since: stoppedAt.toISOString(), code: "worker_killed", reason: waitReason ?? "" };
}

function holdActOf({ state, hold, kind, submissionStatus }: BatchViewRow): HoldAct {
  if (hold !== null || state === "Held") return "release";
  const isLedgers = kind === "LedgerBatch";
  const standing = { state, isLedgers, submitted: false, status: submissionStatus, hold };
  return decideBatchHold(standing).kind === "refuse" ? null : "hold";
}

function mayDelete({ state, kind }: BatchViewRow, jobs: JobCounts): boolean {
  return "from" in decideDeleteBatch({ state, kind, openJobs: countOpen(jobs) - (jobs.Held ?? 0) });
}

function mayCancel(batch: BatchViewRow, actor: Actor): boolean {
  const { collectionId, submitterId } = batch;
  const isTheirs = submitterId === actor.id || can(actor, "delete", collectionId);
  return isTheirs && can(actor, "cancel", collectionId) && whyNoCancel(batch) === undefined;
}

/** Jobs that have not ended, Held ones included. */
function countOpen(jobs: JobCounts): number {
  return jobTotals(jobs).pending;
}

/**
 * Whether its lane has begun it. A batch may be at Processing without that: after a release, or a refusal caused by the
 * lane's set-up.
 */
export function hasBegun({ state, submitted, submissionStatus, expandedAt }: BatchViewRow): boolean {
  return state !== "Processing" || submitted || submissionStatus !== null || expandedAt !== null;
}

function whereabouts(batch: BatchViewRow, { jobs, line }: Around): Omit<Whereabouts, "waits"> {
  const { state, stateAt, hold, collectionHold, intakeHold, waitReason, expandedAt } = batch;
  const { kind, submissionStatus, unresolved, forgottenCount, stoppedAt, errorCode } = batch;
  const { message, delayedUntil } = batch;
  const isAtLedger = kind === "LedgerBatch" || submissionStatus === "Skipped";
  return {
    state,
    stateAt,
    jobs,
    expanded: expandedAt !== null,
    begun: hasBegun(batch),
    line,
    delay:
      submissionStatus === "Delayed" ? { reason: message ?? "It is delayed.", until: delayedUntil } : null,
    hold,
    collectionHold,
    intakeHold,
    waitReason,
    stoppedAt,
    givenUp: expandedAt !== null && errorCode === "given_up",
    atLedger: isAtLedger ? { status: submissionStatus, unresolved, forgottenCount } : null,
  };
}

function reportView({ createdAt, ...report }: ReportRow): ReportView {
  return { ...report, createdAt: createdAt.toISOString() };
}
