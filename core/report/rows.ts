import type { JobState } from "../job/states.ts";

/** A job as a report tells it. `title`, `filename` and `errorMessage` are without credentials. */
export type ReportJob = {
  readonly id: string;
  readonly ordinal: number;
  readonly filename: string;
  readonly title: string | null;
  readonly localIds: readonly string[];
  readonly ark: string | null;
  readonly state: JobState;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** What was odd about its row, manifest, container or files: all counted, the first `MOST_WARNINGS` told. */
  readonly warningCount: number;
  readonly warnings: readonly ReportWarning[];
  /** The version it made; null: none. `replaced`, `removed`: depositor's files of the version before. */
  readonly version: number | null;
  readonly replaced: number;
  readonly removed: number;
};

export type ReportWarning = { readonly code: string; readonly message: string };

/** Most warnings told of one job. */
export const MOST_WARNINGS = 20;

/** One entry of `completedJobs` in completed.json or `failedJobs` in failed.json. Times are ISO 8601 with offset Z. */
export type JobEntry = {
  readonly jobId: string;
  readonly ordinal: number;
  readonly filename: string;
  readonly title: string | null;
  readonly localIds: readonly string[];
  readonly ark: string | null;
  readonly state: JobState;
  readonly errorCode: string | null;
  readonly message: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly warningCount: number;
  readonly warnings: readonly ReportWarning[];
  readonly version: number | null;
  readonly filesReplaced: number;
  readonly filesRemoved: number;
};

/** A job as completed.json and failed.json show it. Source: docs/reference/mail.md, "Attachments". */
export function jobEntry(job: ReportJob): JobEntry {
  return {
    jobId: job.id,
    ordinal: job.ordinal,
    filename: job.filename,
    title: job.title,
    localIds: job.localIds,
    ark: job.ark,
    state: job.state,
    errorCode: job.errorCode,
    message: job.errorMessage,
    createdAt: job.createdAt.toISOString(),
    endedAt: job.endedAt?.toISOString() ?? null,
    warningCount: job.warningCount,
    warnings: job.warnings.map(({ code, message }) => ({ code, message })),
    version: job.version,
    filesReplaced: job.replaced,
    filesRemoved: job.removed,
  };
}

/** First line of jobs.csv; the names of the JSON entries. */
export const CSV_HEADER = [
  "jobId",
  "ordinal",
  "filename",
  "title",
  "localIds",
  "ark",
  "state",
  "errorCode",
  "message",
  "createdAt",
  "endedAt",
  "warningCount",
  "warnings",
  "version",
  "filesReplaced",
  "filesRemoved",
] as const satisfies readonly (keyof JobEntry)[];

/** A job as a line of jobs.csv, in the order of CSV_HEADER. What is not known is empty; local ids are joined by `; `, warnings by a space. */
export function csvRow(job: ReportJob): readonly string[] {
  const entry = jobEntry(job);
  return CSV_HEADER.map((name) => {
    const value = entry[name];
    if (value === null) return "";
    return typeof value === "object" ? joined(value) : String(value);
  });
}

function joined(list: readonly (string | ReportWarning)[]): string {
  const words = list.map((one) => (typeof one === "string" ? one : one.message));
  return words.join(typeof list[0] === "string" ? "; " : " ");
}
