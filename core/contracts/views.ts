import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import type { ErrorCode, Problem, WhoActs } from "../errors.ts";
import type { ArkStanding } from "../identifier/ark-standing.ts";
import type { JobState, ResumeState } from "../job/states.ts";
import type { JobPayload, PayloadKind } from "../manifest/kinds.ts";
import type { MadeVersion } from "../report/version-words.ts";
import type { Sentence } from "./sentence.ts";

/**
 * What the API returns and the pages show. Times are ISO 8601 with offset Z; byte counts and other 64-bit numbers are
 * decimal strings; URLs are without credentials. A sentence that holds times comes as text, in UTC, and in pieces for
 * readers in other time zones (core/contracts/sentence.ts).
 */

/** One page of a list. `next`: cursor of the following page, null at the end. `total`: only where counting is cheap. */
export type Page<Row> = {
  readonly items: readonly Row[];
  readonly next: string | null;
  readonly total?: number;
};

/** A hold in force; `until` null: until a person releases it. */
export type HoldView = {
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  readonly until: string | null;
};

/** The whole intake: while it is held, nothing new begins in any lane. */
export type IntakeView = { readonly held: HoldView | null; readonly mayHold: boolean };

/** Whether a person may hold or release a batch or job now; null: neither. */
export type HoldAct = "hold" | "release" | null;

export type CollectionView = {
  readonly slug: string;
  readonly name: string;
  readonly lane: string;
  readonly held: HoldView | null;
  readonly mayDeposit: boolean;
};

/** What went wrong, for people: a sentence, its code, who must act, and each place concerned. */
export type FaultView = {
  readonly code: string;
  readonly message: string;
  readonly who: WhoActs;
  readonly problems: readonly Problem[];
};

/** Jobs of a batch by state; only states that occur. */
export type JobCounts = Partial<Record<JobState, number>>;

/**
 * What work on a batch waits for while none of it moves. `code`: from core/wait/kinds.ts, an error code, or
 * `unresolved`. `who`: who ends the wait. `jobs`: how many jobs wait for this; 0: the batch itself does. `others`: jobs
 * that wait for something else, which ends by itself or affects fewer jobs. `reason`: one job's sentence.
 */
export type BatchWait = {
  readonly code: string;
  readonly who: WhoActs;
  readonly jobs: number;
  readonly others: number;
  readonly reason: string;
  readonly pieces: Sentence;
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
  /** Those of them that have begun and are waiting. */
  readonly waiting: JobCounts;
  /** Null: it is moving, has ended, is held, or only waits for its turn. */
  readonly waits: BatchWait | null;
};

export type BatchView = BatchRow & {
  readonly collectionName: string;
  readonly lane: string;
  readonly laneSeq: string;
  /** In the order of everything that is accepted and ends; null for a moment, until it is given. Never changes. */
  readonly position: string | null;
  readonly submissionStatus: SubmissionStatus | null;
  readonly payloadSize: string;
  readonly payloadSha256: string;
  readonly profileVersion: number;
  /** One sentence that answers "where is it?". */
  readonly whereIsIt: string;
  readonly whereIsItPieces: Sentence;
  readonly waitReason: string | null;
  /** Set when it stands still, with its lane, until an operator resumes it or gives it up. */
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
    /** While it waits for its turn. */
    readonly cancel: boolean;
    readonly delete: boolean;
    readonly setPriority: boolean;
    /** Resume it, or give up the jobs that were not made. */
    readonly decide: boolean;
  };
  readonly statusUrl: string;
};

/** Why a batch needs a person: since when, the error code, and a sentence. */
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
  /** The code of what it waits for, from core/wait/kinds.ts or an error code; null: it is not waiting. */
  readonly waitCode: string | null;
  readonly waitReason: string | null;
  readonly waitPieces: Sentence | null;
  readonly fault: FaultView | null;
};

export type JobView = JobRow & {
  readonly collectionName: string;
  readonly batchState: BatchState;
  /** What its batch waits for; null as in a BatchRow. */
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
  /** `bytes`: of all files whose size is known; `done`: received so far, including files still being fetched. */
  readonly files: {
    readonly count: number;
    readonly verified: number;
    readonly bytes: string;
    readonly done: string;
  };
  /** Progress of a container fetched from an address, until its files are known; `total` null: size unknown. */
  readonly container: { readonly done: string; readonly total: string | null } | null;
  /** States it can be resumed at, default first; empty when it, or this person, cannot. */
  readonly resumeAt: readonly ResumeState[];
  /** What this person may do to it now. */
  readonly may: { readonly delete: boolean; readonly forceFail: boolean; readonly setPriority: boolean };
  readonly objectId: string | null;
  /** How its ARK stands; null while it has none and none is asked for. */
  /** The version it made, and what that replaced or removed from the one before; null: none yet. */
  readonly made: MadeVersion | null;
  readonly identifier: ArkStanding | null;
  /** Not to be made public before then; null: no embargo, or none known yet. */
  readonly embargoUntil: string | null;
  readonly warnings: WarningsView;
  /** Other recorded fields, named as in docs/reference/states.md; null for people who do not work the queue. */
  readonly record: JobRecordView | null;
};

/**
 * `digest`: as declared for its payload. `workingDirectory`: relative to working storage; null: none yet, or removed.
 */
export type JobRecordView = {
  readonly update: boolean;
  readonly payloadVersion: number;
  readonly digest: { readonly type: string; readonly value: string } | null;
  readonly workingDirectory: string | null;
  readonly resourceToProvision: string | null;
};

/**
 * Warnings about a job's row, manifest, container or files, which did not stop it. `count`: all of them; `first`: at
 * most 100 from each check.
 */
export type WarningsView = { readonly count: number; readonly first: readonly Problem[] };

/**
 * A batch's warnings: how many of its jobs have any, how many warnings there are, and the first 20 such jobs, each with
 * its first warning.
 */
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
  /** Bytes received so far. */
  readonly received: string;
  readonly digest: string | null;
  readonly sha256: string | null;
  /** As detected from its bytes, and as its manifest gives it. */
  readonly mediaType: string | null;
  readonly declaredMediaType: string | null;
  /** A warning about its bytes. */
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

/** An error as the API returns it: RFC 9457 problem details with Waybill's own members. */
export type ProblemView = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly who: WhoActs;
  readonly problems?: readonly Problem[];
  readonly retryAt?: string;
  /** For Waybill's own faults: `urn:uuid:` and the id that is also in the log. */
  readonly instance?: string;
};

/**
 * What the event stream sends: ids of what changed, nothing else. `lanes`, `collections`: somebody acted on one of
 * them, or on the whole intake. `more`: others may have changed too; reload what is shown.
 */
export type ChangeNote = {
  readonly batches: readonly string[];
  readonly jobs: readonly string[];
  readonly mails: boolean;
  readonly lanes?: boolean;
  readonly collections?: boolean;
  /** A task was accepted, has moved or got further. */
  readonly tasks?: boolean;
  readonly more?: boolean;
};
