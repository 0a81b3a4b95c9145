import type { ListedJob, ReportFacts, WarnedJob } from "./facts.ts";
import { ledgerWords } from "./ledger-words.ts";
import { jobOutcome } from "./outcome.ts";
import { printable } from "./printable.ts";
import { versionSentence } from "./version-words.ts";

/** A report as people read it; the text and the HTML part of the mail print the same. All strings are single lines. */
export type ReportSummary = {
  readonly headline: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** What to read about single jobs, in order: failed or changed ones, those that replaced files, those with warnings. */
  readonly lists: readonly ReportList[];
  readonly page: string;
  readonly attachments: {
    readonly note: string;
    readonly links: readonly { readonly label: string; readonly url: string }[];
  };
};

export type ReportList = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly more: string | null;
};

const MOST_NAME = 200;
const MOST_MESSAGE = 500;

/** What the mail says, in order. Facts: docs/reference/mail.md, "What the mail says". */
export function summarise(facts: ReportFacts): ReportSummary {
  return {
    headline: headline(facts),
    facts: factList(facts),
    lists: [jobList(facts), replacingList(facts), warnedList(facts)].flatMap((list) => list ?? []),
    page: facts.statusUrl,
    attachments: attachmentList(facts),
  };
}

function headline({ kind, number, told, jobs, fault }: ReportFacts): string {
  if (kind === "update") return `${jobCount(told)} changed since report ${number - 1}.`;
  if (fault) return ledgerWords(fault)?.headline ?? "The batch could not be read, so nothing was ingested.";
  if (jobs.total === 0) return "The ledger has committed the batch.";
  if (jobs.failed > 0) return `${jobs.failed} of ${jobCount(jobs.total)} failed.`;
  return jobs.completed === jobs.total
    ? `${jobs.total === 1 ? "The job is" : `All ${jobCount(jobs.total)} are`} completed.`
    : `${jobs.completed} of ${jobCount(jobs.total)} completed.`;
}

function factList(facts: ReportFacts): ReportSummary["facts"] {
  const { jobs } = facts;
  const list: readonly (readonly [string, string | null])[] = [
    ["Batch", facts.batchId],
    ["Status", facts.outcome],
    ["Status message", facts.statusMessage && printable(facts.statusMessage, MOST_MESSAGE)],
    ["Jobs", String(jobs.total)],
    ["Pending", String(jobs.pending)],
    ["Completed", String(jobs.completed)],
    ["Failed", String(jobs.failed)],
    ["Deleted", jobs.deleted > 0 ? String(jobs.deleted) : null],
    [
      "Warnings",
      facts.warned.warnings > 0 ? `${facts.warned.warnings} in ${jobCount(facts.warned.jobs)}` : null,
    ],
    ["Replaced", facts.replacing.replaced > 0 ? fileCount(facts.replacing.replaced) : null],
    ["Removed", facts.replacing.removed > 0 ? fileCount(facts.replacing.removed) : null],
    ["Collection", `${printable(facts.collection.name, MOST_NAME)} (${facts.collection.slug})`],
    ["Title", facts.title && printable(facts.title, MOST_NAME)],
    ["File", printable(facts.filename, MOST_NAME)],
    ["Submitter", printable(facts.submitter, MOST_NAME)],
    ["User agent", facts.userAgent && printable(facts.userAgent, MOST_NAME)],
    ["Submitted", sayTime(facts.submittedAt)],
    ["Ended", sayTime(facts.completedAt)],
    ["Report", String(facts.number)],
  ];
  return list.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function jobList({ kind, listed, told, jobs }: ReportFacts): ReportList | null {
  if (listed.length === 0) return null;
  const rest = (kind === "update" ? told : jobs.failed) - listed.length;
  return {
    title: kind === "update" ? "Changed jobs" : "Failed jobs",
    lines: listed.map(jobLine),
    more: rest > 0 ? `The attachments name ${rest} more.` : null,
  };
}

function replacingList({ replacing }: ReportFacts): ReportList | null {
  if (replacing.listed.length === 0) return null;
  const rest = replacing.jobs - replacing.listed.length;
  return {
    title: "New versions that replaced or removed files",
    lines: replacing.listed.map(
      (job) =>
        `Job ${job.ordinal}, ${printable(job.filename, MOST_NAME)}: ${versionSentence(job)} (${job.id})`,
    ),
    more: rest > 0 ? `The attachments name ${rest} more.` : null,
  };
}

function warnedList({ warned }: ReportFacts): ReportList | null {
  if (warned.listed.length === 0) return null;
  const rest = warned.jobs - warned.listed.length;
  return {
    title: "Jobs with warnings that did not stop them",
    lines: warned.listed.map(warnedLine),
    more: rest > 0 ? `The attachments name ${rest} more.` : null,
  };
}

function warnedLine({ ordinal, filename, message, count, id }: WarnedJob): string {
  const more = count > 1 ? ` And ${count - 1} more.` : "";
  return `Job ${ordinal}, ${printable(filename, MOST_NAME)}: ${printable(message, MOST_MESSAGE)}${more} (${id})`;
}

function jobLine(job: ListedJob): string {
  const what = `Job ${job.ordinal}, ${printable(job.filename, MOST_NAME)}`;
  if (job.state !== "Failed") return `${what}: ${job.state}`;
  const message = job.message ? printable(job.message, MOST_MESSAGE) : "It failed.";
  return `${what}: ${message} (${jobOutcome(job)?.replace("Failed:", "")}, ${job.id})`;
}

const ATTACHED = {
  plain: "Attached, and kept with the batch:",
  gzip: "Attached compressed because they are large, and kept with the batch:",
  link: "Too large for a mail; they are kept with the batch:",
} as const satisfies Record<ReportFacts["attachAs"], string>;

function attachmentList({ attachAs, attachments }: ReportFacts): ReportSummary["attachments"] {
  return {
    note: ATTACHED[attachAs],
    links: attachments.map(({ filename, url }) => ({ label: filename, url })),
  };
}

function jobCount(count: number): string {
  return count === 1 ? "1 job" : `${count} jobs`;
}

function fileCount(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

/** `2026-11-28T00:34:05.123Z` as `2026-11-28 00:34:05 UTC`. */
function sayTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
