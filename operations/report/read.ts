import type { JobCounts } from "../../core/contracts/views.ts";
import type { CsvWriter } from "../../core/ports.ts";
import {
  type ListedJob,
  MOST_LISTED,
  type ReplacingJob,
  type ReplacingTotals,
  type ReportKind,
  type WarnedJob,
  type WarningTotals,
} from "../../core/report/facts.ts";
import { takesAway } from "../../core/report/version-words.ts";
import { redact } from "../../lib/redact.ts";
import type { Tx } from "../../prisma/client.ts";
import { findEmail } from "../../prisma/store/person.ts";
import type { ReportAttachment, ToldPage } from "../../prisma/store/report.ts";
import {
  countReportJobs,
  findFirstFailed,
  findLastReport,
  getReportBatch,
  listReportJobs,
  type ReportJobRow,
} from "../../prisma/store/report.ts";
import { writeAttachments } from "./write-attachments.ts";

const PAGE_JOBS = 1_000;

/** Everything a report is made from. `number`: the report's own. */
export type ReportRead = {
  readonly kind: ReportKind;
  readonly number: number;
  readonly batch: Awaited<ReturnType<typeof getReportBatch>>;
  /** The e-mail of the depositor's account; undefined when there is none, or it is closed. */
  readonly submitterAddress: string | undefined;
  readonly jobs: JobCounts;
  readonly lastEndedAt: Date | null;
  readonly firstFailure: string | null;
  readonly listed: readonly ListedJob[];
  readonly warned: WarningTotals;
  readonly replacing: ReplacingTotals;
  readonly told: readonly ToldPage[];
  readonly attachments: readonly ReportAttachment[];
};

/** Reads what a report is made of. `tx` should see one snapshot, or counts and files may disagree. Jobs come 1,000 at a time. */
export async function readReport(
  tx: Tx,
  csv: CsvWriter,
  { batchId, kind: wanted }: { readonly batchId: string; readonly kind: ReportKind },
): Promise<ReportRead> {
  const batch = await getReportBatch(tx, batchId);
  const { kind: payload, submitterId } = batch;
  // signed batches come by the thousand, sent by programs
  const isDeposit = payload !== "LedgerBatch" && submitterId !== null;
  const submitterAddress = isDeposit ? await findEmail(tx, submitterId) : undefined;
  const last = await findLastReport(tx, batchId);
  const kind = last ? wanted : "full";
  const { jobs, lastEndedAt } = await countReportJobs(tx, batchId);
  const failure = await findFirstFailed(tx, batchId);
  const firstFailure = failure?.errorMessage ? mask(failure.errorMessage) : null;
  const pages = await readJobs(tx, await writeAttachments(csv, batch.responseForm), batchId, kind);
  return {
    kind,
    number: (last?.number ?? 0) + 1,
    batch,
    submitterAddress,
    jobs,
    lastEndedAt,
    firstFailure,
    ...pages,
  };
}

async function readJobs(
  tx: Tx,
  files: Awaited<ReturnType<typeof writeAttachments>>,
  batchId: string,
  kind: ReportKind,
): Promise<Pick<ReportRead, "listed" | "warned" | "replacing" | "told" | "attachments">> {
  const listed: ListedJob[] = [];
  const told: ToldPage[] = [];
  let warned: WarningTotals = { jobs: 0, warnings: 0, listed: [] };
  let replacing: ReplacingTotals = { jobs: 0, replaced: 0, removed: 0, listed: [] };
  for (let afterOrdinal = 0, full = true; full; ) {
    const rows = await listReportJobs(tx, {
      batchId,
      afterOrdinal,
      limit: PAGE_JOBS,
      changedOnly: kind === "update",
    });
    const jobs = rows.map(maskJob);
    await files.add(jobs);
    if (jobs.length > 0)
      told.push({
        ordinals: jobs.map(({ ordinal }) => ordinal),
        outcomes: jobs.map(({ outcome }) => outcome),
      });
    const worthListing = kind === "update" ? jobs : jobs.filter(({ state }) => state === "Failed");
    listed.push(...worthListing.slice(0, MOST_LISTED - listed.length).map(listedJob));
    warned = addWarnings(warned, jobs);
    replacing = addReplacing(replacing, jobs);
    full = rows.length === PAGE_JOBS;
    afterOrdinal = rows.at(-1)?.ordinal ?? afterOrdinal;
  }
  return { listed, warned, replacing, told, attachments: await files.end() };
}

function listedJob({ id, ordinal, filename, state, errorCode, errorMessage }: ReportJobRow): ListedJob {
  return { id, ordinal, filename, state, errorCode, message: errorMessage };
}

function addWarnings(before: WarningTotals, jobs: readonly ReportJobRow[]): WarningTotals {
  const odd = jobs.filter(({ warningCount }) => warningCount > 0);
  return {
    jobs: before.jobs + odd.length,
    warnings: odd.reduce((sum, { warningCount }) => sum + warningCount, before.warnings),
    listed: [...before.listed, ...odd.slice(0, MOST_LISTED - before.listed.length).map(warnedJob)],
  };
}

function warnedJob({ id, ordinal, filename, warnings, warningCount }: ReportJobRow): WarnedJob {
  return { id, ordinal, filename, message: warnings[0]?.message ?? "", count: warningCount };
}

function addReplacing(before: ReplacingTotals, jobs: readonly ReportJobRow[]): ReplacingTotals {
  const found = jobs.flatMap(replacingJob);
  return {
    jobs: before.jobs + found.length,
    replaced: found.reduce((sum, { replaced }) => sum + replaced, before.replaced),
    removed: found.reduce((sum, { removed }) => sum + removed, before.removed),
    listed: [...before.listed, ...found.slice(0, MOST_LISTED - before.listed.length)],
  };
}

function replacingJob(job: ReportJobRow): readonly ReplacingJob[] {
  const { id, ordinal, filename, version, replaced, removed } = job;
  return version !== null && takesAway(job) ? [{ id, ordinal, filename, version, replaced, removed }] : [];
}

/** Names sometimes come from URLs, which may contain credentials. */
function maskJob(job: ReportJobRow): ReportJobRow {
  return {
    ...job,
    filename: mask(job.filename),
    title: job.title === null ? null : mask(job.title),
    errorMessage: job.errorMessage === null ? null : mask(job.errorMessage),
    warnings: job.warnings.map(({ code, message }) => ({ code, message: mask(message) })),
  };
}

function mask(text: string): string {
  return String(redact(text));
}
