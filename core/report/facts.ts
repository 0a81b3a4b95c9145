import type { JobState } from "../job/states.ts";
import type { MadeVersion } from "./version-words.ts";

/** Number 1 of a batch tells everything (`full`); later numbers tell only what changed (`update`). */
export type ReportKind = "full" | "update";

/** As the subject says it: `OK` when the batch ends Completed, `FAIL` when it ends Failed. */
export type ReportOutcome = "OK" | "FAIL";

/** Jobs of the batch at the time of the report. `pending`: every job that has not ended. The four add up to `total`. */
export type JobTotals = {
  readonly total: number;
  readonly pending: number;
  readonly completed: number;
  readonly failed: number;
  readonly deleted: number;
};

/** A job named in the mail itself. */
export type ListedJob = {
  readonly id: string;
  readonly ordinal: number;
  readonly filename: string;
  readonly state: JobState;
  readonly errorCode: string | null;
  readonly message: string | null;
};

/** A job with something odd about its row, manifest, container or files, named in the mail itself. `message`: the first warning; `count`: of all. */
export type WarnedJob = {
  readonly id: string;
  readonly ordinal: number;
  readonly filename: string;
  readonly message: string;
  readonly count: number;
};

/** Warnings of the jobs a report tells about. `listed`: the first of these jobs by ordinal, at most `MOST_LISTED`. */
export type WarningTotals = {
  readonly jobs: number;
  readonly warnings: number;
  readonly listed: readonly WarnedJob[];
};

/** A job whose new version replaced or removed files of its object, named in the mail itself. */
export type ReplacingJob = MadeVersion & {
  readonly id: string;
  readonly ordinal: number;
  readonly filename: string;
};

/** Such jobs among those a report tells about. `listed`: the first by ordinal, at most `MOST_LISTED`. */
export type ReplacingTotals = {
  readonly jobs: number;
  readonly replaced: number;
  readonly removed: number;
  readonly listed: readonly ReplacingJob[];
};

/** How the mail carries the attachments: as they are, gzip-compressed, or only as links to the console. */
export type AttachAs = "plain" | "gzip" | "link";

/** Sizes in bytes. `url`: where a signed-in person downloads it. */
export type AttachmentFacts = {
  readonly filename: string;
  readonly size: number;
  readonly gzipSize: number;
  readonly url: string;
};

/**
 * Everything a report says, kept with it as JSON. Times are ISO 8601 with offset Z; texts are without credentials.
 * Source: docs/reference/mail.md, "What the mail says".
 */
export type ReportFacts = {
  readonly batchId: string;
  readonly number: number;
  readonly kind: ReportKind;
  readonly outcome: ReportOutcome;
  readonly jobs: JobTotals;
  /** How many jobs this report tells about. */
  readonly told: number;
  /** The first jobs to look at, by ordinal, at most `MOST_LISTED`: failed ones, or for an update the changed ones. */
  readonly listed: readonly ListedJob[];
  readonly warned: WarningTotals;
  readonly replacing: ReplacingTotals;
  /** Why the batch itself could not be processed; null when it was. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** The batch's own error, else that of its first failed job by ordinal. */
  readonly statusMessage: string | null;
  readonly collection: { readonly slug: string; readonly name: string };
  readonly title: string | null;
  readonly filename: string;
  readonly submitter: string;
  readonly userAgent: string | null;
  readonly submittedAt: string;
  readonly completedAt: string;
  readonly statusUrl: string;
  readonly attachAs: AttachAs;
  readonly attachments: readonly AttachmentFacts[];
};

/** Most jobs named in the mail itself; the attachments name all. */
export const MOST_LISTED = 20;
