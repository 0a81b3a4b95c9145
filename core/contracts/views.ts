import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import type { ErrorCode, Problem, WhoActs } from "../errors.ts";
import type { ArkStanding } from "../identifier/ark-standing.ts";
import type { JobState, ResumeState } from "../job/states.ts";
import type { JobPayload, PayloadKind } from "../manifest/kinds.ts";
import type { MadeVersion } from "../report/version-words.ts";

/**
 * What the API answers and the pages show. Times are ISO 8601 with offset Z; byte counts and other 64-bit numbers are
 * decimal strings; URLs are without credentials.
 */

/** One page of a list. `next`: cursor of the following page, null at the end. `total` only where it is cheap. */
export type Page<Row> = {
  readonly items: readonly Row[];
  readonly next: string | null;
  readonly total?: number;
};

/** A hold in force; `until` null: it takes a person to release it. */
export type HoldView = {
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  readonly until: string | null;
};

/** The whole intake: while it is held, nothing new begins in any lane. */
export type IntakeView = { readonly held: HoldView | null; readonly mayHold: boolean };

/** What a person may do about a hold on a batch or job now; null: nothing. */
export type HoldAct = "hold" | "release" | null;

export type CollectionView = {
  readonly slug: string;
  readonly name: string;
  readonly lane: string;
  readonly held: HoldView | null;
  readonly mayDeposit: boolean;
};

/** What went wrong, for people: a sentence, its code, who acts, and the single places. */
export type FaultView = {
  readonly code: string;
  readonly message: string;
  readonly who: WhoActs;
  readonly problems: readonly Problem[];
};

/** Jobs of a batch by state; only states that occur. */
export type JobCounts = Partial<Record<JobState, number>>;

/**
 * What work on a batch waits for while none of it moves. `code`: of core/wait/kinds.ts, an error's, or `unresolved`.
 * `who`: ends it. `jobs`: those that wait for that; 0 when it is the batch itself. `others`: those that wait for
 * something else, which ends by itself or is waited for by fewer. `reason`: a sentence, of one of them.
 */
export type BatchWait = {
  readonly code: string;
  readonly who: WhoActs;
  readonly jobs: number;
  readonly others: number;
  readonly reason: string;
};

export type BatchRow = {
  readonly id: string;
  readonly collection: string;
  readonly state: BatchState;
  readonly stateAt: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly submitter: string;
  readonly kind: PayloadKind;
  readonly title: string | null;
  readonly filename: string;
  readonly jobs: JobCounts;
  /** Of these the ones that have begun and wait. */
  readonly waiting: JobCounts;
  /** Null: it moves, has ended, is held or waits for its turn only. */
  readonly waits: BatchWait | null;
};

export type BatchView = BatchRow & {
  readonly collectionName: string;
  readonly lane: string;
  readonly laneSeq: string;
  readonly submissionStatus: SubmissionStatus | null;
  readonly payloadSize: string;
  readonly payloadSha256: string;
  readonly profileVersion: number;
  /** One sentence that answers "where is it?". */
  readonly whereIsIt: string;
  readonly waitReason: string | null;
  /** It stands still with its lane until an operator resumes it or gives it up; null: it does not. */
  readonly stopped: StandstillView | null;
  /** A person's hold on the batch itself. */
  readonly held: HoldView | null;
  readonly holdAct: HoldAct;
  readonly fault: FaultView | null;
  /** Bytes over all files whose size is known. */
  readonly bytes: { readonly done: string; readonly total: string };
  readonly expanded: boolean;
  readonly warnings: BatchWarnings;
  readonly reports: readonly ReportView[];
  readonly may: {
    readonly updateReport: boolean;
    readonly resume: boolean;
    readonly delete: boolean;
    readonly setPriority: boolean;
    /** Resume it where it stands still, or give up the jobs that were not made. */
    readonly decide: boolean;
  };
  readonly statusUrl: string;
};

/** A batch that needs a person: since when, for what (an error's code), and why in words. */
export type StandstillView = { readonly since: string; readonly code: ErrorCode; readonly reason: string };

export type ReportView = {
  readonly number: number;
  readonly outcome: string;
  readonly createdAt: string;
  readonly mailId: string | null;
  readonly mailStatus: string | null;
  readonly attachments: readonly { readonly filename: string; readonly size: string }[];
};

export type JobRow = {
  readonly id: string;
  readonly batchId: string;
  readonly ordinal: number;
  readonly collection: string;
  readonly state: JobState;
  readonly stateAt: string;
  readonly createdAt: string;
  readonly filename: string;
  readonly title: string | null;
  readonly localIds: readonly string[];
  readonly ark: string | null;
  /** Of core/wait/kinds.ts or an error's, for what it waits; null: it does not. */
  readonly waitCode: string | null;
  readonly waitReason: string | null;
  readonly fault: FaultView | null;
};

export type JobView = JobRow & {
  readonly collectionName: string;
  readonly batchState: BatchState;
  /** What its batch waits for; null: as in a BatchRow. */
  readonly batchWaits: BatchWait | null;
  /** A person's hold on the job itself. */
  readonly held: HoldView | null;
  readonly holdAct: HoldAct;
  readonly payload: JobPayload;
  readonly payloadUrl: string | null;
  readonly lastSuccessfulState: JobState | null;
  readonly retryCount: number;
  readonly priority: number;
  readonly submitter: string;
  readonly creator: string | null;
  readonly date: string | null;
  readonly endedAt: string | null;
  readonly spaceNeeded: string;
  readonly spaceReserved: string;
  /** `bytes`: of all whose size is known; `done`: there by now, those of files that are being fetched too. */
  readonly files: {
    readonly count: number;
    readonly verified: number;
    readonly bytes: string;
    readonly done: string;
  };
  /** A container that comes from an address, until its files are known; `total` null: its size is not known. */
  readonly container: { readonly done: string; readonly total: string | null } | null;
  /** Places to resume at, default first; empty when it cannot be resumed or not by this person. */
  readonly resumeAt: readonly ResumeState[];
  /** What this person may do to it as it stands. */
  readonly may: { readonly delete: boolean; readonly forceFail: boolean; readonly setPriority: boolean };
  readonly objectId: string | null;
  /** How its ARK stands; null while it has none and none is asked for. */
  /** The version it made, and what that replaced and removed of the one before; null: none yet. */
  readonly made: MadeVersion | null;
  readonly identifier: ArkStanding | null;
  /** Not to be shown to the public before then; null: no embargo, or none known yet. */
  readonly embargoUntil: string | null;
  readonly warnings: WarningsView;
  /** What else is kept of it, by the names of docs/reference/states.md; null for whoever does not work the queue. */
  readonly record: JobRecordView | null;
};

/** `digest`: as declared of its payload. `workingDirectory`: below working storage; null: none yet, or removed. */
export type JobRecordView = {
  readonly update: boolean;
  readonly payloadVersion: number;
  readonly digest: { readonly type: string; readonly value: string } | null;
  readonly workingDirectory: string | null;
  readonly resourceToProvision: string | null;
};

/** What was odd about a job's row, manifest, container or files and did not stop it. `count`: of all; `first`: at most 100 of each check. */
export type WarningsView = { readonly count: number; readonly first: readonly Problem[] };

/** The same of a batch: how many of its jobs have warnings, how many these are, and its first 20 such jobs, each with its first one. */
export type BatchWarnings = {
  readonly jobs: number;
  readonly warnings: number;
  readonly listed: readonly {
    readonly id: string;
    readonly ordinal: number;
    readonly filename: string;
    readonly message: string;
    readonly count: number;
  }[];
};

export type JobFileView = {
  readonly ordinal: number;
  readonly name: string;
  readonly url: string | null;
  readonly declaredSize: string | null;
  readonly size: string | null;
  /** Bytes that are there by now. */
  readonly received: string;
  readonly digest: string | null;
  readonly sha256: string | null;
  /** As found in its bytes, and as its manifest gives it. */
  readonly mediaType: string | null;
  readonly declaredMediaType: string | null;
  /** What is odd about its bytes. */
  readonly warning: Pick<Problem, "code" | "message"> | null;
  readonly verifiedAt: string | null;
  readonly attempts: number;
  readonly fault: FaultView | null;
};

export type EventView = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly batchId: string | null;
  readonly jobId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly code: string | null;
};

export type MailRow = {
  readonly id: string;
  readonly subject: string;
  readonly to: readonly string[];
  readonly status: "Waiting" | "Sent" | "Failed";
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly batchId: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
};

export type MailView = MailRow & {
  readonly from: string;
  readonly bcc: readonly string[];
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  readonly response: string | null;
  readonly attachments: readonly {
    readonly filename: string;
    readonly mediaType: string;
    readonly size: string;
  }[];
};

/** An error as the API answers it: RFC 9457 problem details with Waybill's own members. */
export type ProblemView = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly who: WhoActs;
  readonly problems?: readonly Problem[];
  readonly retryAt?: string;
  /** For faults of Waybill's own: `urn:uuid:` and the id that is also in the log. */
  readonly instance?: string;
};

/**
 * What the event stream sends: ids that changed, nothing else. `lanes`, `collections`: somebody did something to one of
 * them, or to the whole intake. `more`: others may have changed too; reload what is shown.
 */
export type ChangeNote = {
  readonly batches: readonly string[];
  readonly jobs: readonly string[];
  readonly mails: boolean;
  readonly lanes?: boolean;
  readonly collections?: boolean;
  readonly more?: boolean;
};
