import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import type { AlarmKind } from "../lane/alarm.ts";
import type { LaneBackend } from "../lane/backends.ts";
import type { LaneOrdering } from "../lane/orderings.ts";
import type { LaneSettings } from "../lane/settings.ts";
import type { Why } from "../lane/why-facts.ts";
import type { Page } from "./views.ts";

/** A lane's waiting batches are counted up to here; beyond it `depthIsMore` is true. */
export const DEPTH_MOST = 10_000;

/** What the API answers about lanes, as core/contracts/views.ts. */
export type LaneRow = {
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly width: number;
  /** Slugs of its collections, those the person may read. */
  readonly collections: readonly string[];
  /** Batches nobody has done anything with, counted up to 10,000; `depthIsMore`: there are more. */
  readonly depth: number;
  readonly depthIsMore: boolean;
  /** Batches something has been done with and whose end is open. */
  readonly open: number;
  /** The batch the line stands behind; null in an empty lane, or when the person may not read it. */
  readonly head: LaneBatchView | null;
  readonly why: Why;
  /** What is open for too long, the worst of it; whatever `why` tells. */
  readonly alarm: AlarmView | null;
  readonly claim: ClaimView | null;
  readonly held: { readonly at: string; readonly by: string; readonly reason: string } | null;
  readonly halted: { readonly at: string; readonly reason: string } | null;
};

/**
 * One page of lanes. `alarms`: how many of the lanes this person may see have an alarm, on all pages; `needPerson`: how
 * many of these a person has to act on.
 */
export type LanePage = Page<LaneRow> & { readonly alarms: number; readonly needPerson: number };

/** Batches of a lane that are open for too long. `since`: when the first of them became so. */
export type AlarmView = {
  readonly kind: AlarmKind;
  readonly sentence: string;
  readonly batches: number;
  readonly since: string;
};

/** Who works a lane. `leftMs`: of the first expiry at the time of the answer, 0 when it is over; `until` the second. */
export type ClaimView = {
  readonly instance: string;
  readonly fence: string;
  readonly leftMs: number;
  readonly expiresAt: string;
  readonly lastUntil: string | null;
};

/** A batch as its lane sees it. */
export type LaneBatchView = {
  readonly id: string;
  readonly laneSeq: string;
  readonly title: string | null;
  readonly filename: string;
  readonly createdAt: string;
  readonly state: BatchState;
  readonly stateAt: string;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  /** Tries of this submission. */
  readonly tries: number;
  readonly retryAt: string | null;
  readonly delayedUntil: string | null;
  readonly acceptedAt: string | null;
  /** Since when its ledger says Valid of it. */
  readonly validSince: string | null;
  readonly nextCheckAt: string | null;
  readonly unknownSince: string | null;
  /** How often its ledger took it and then did not know it any more, and when last. */
  readonly forgottenCount: number;
  readonly forgottenAt: string | null;
  /** The ledger's last words. */
  readonly message: string | null;
  /** By which its ledger knows it. */
  readonly ledgerId: string | null;
  /** A call of which no answer is recorded. It is cut off at `deadlineAt`; past `settlesAt` it has no effect any more. */
  readonly call: { readonly begunAt: string; readonly deadlineAt: string; readonly settlesAt: string } | null;
  /** Until when a call nobody knows the outcome of may still have an effect; null: none may. */
  readonly effectUntil: string | null;
  /** What may happen if it is skipped now, in sentences; null: nothing, its ledger will not apply it. */
  readonly mayStillApply: string | null;
  /** What can be done about it now, and by this person. */
  readonly may: BatchOffers;
};

export type BatchOffers = {
  readonly ask: boolean;
  readonly resend: boolean;
  readonly resolve: boolean;
  readonly skip: boolean;
};

/** One try to hand a batch over, in the ledger's own words. `outcome` null: no answer is recorded. */
export type AttemptView = {
  readonly id: string;
  readonly batchId: string;
  readonly begunAt: string;
  readonly deadlineAt: string;
  readonly settlesAt: string;
  readonly answeredAt: string | null;
  readonly durationMs: number | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly ledgerCode: string | null;
  readonly message: string | null;
  /** An answer that came after the attempt was given up; it changed nothing. */
  readonly lateAnswer: { readonly outcome: string; readonly message: string | null } | null;
  readonly instance: string;
  readonly fence: string;
};

/** A process that works lanes and jobs, seen in the last 15 s and not left. */
export type InstanceView = {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly seenAt: string;
};

export type LaneView = LaneRow & {
  readonly ledger: string | null;
  /** As they count, all times multiplied by LANE_TIMES. */
  readonly settings: LaneSettings;
  /** What of them is the lane's own, as it is kept. */
  readonly ownSettings: Readonly<Record<string, string | number>>;
  /** Of order, width and settings: another one after each change of them. */
  readonly revision: string;
  /** What locks the lane: at most 50, in its order. */
  readonly openBatches: readonly LaneBatchView[];
  /** The next 20 nobody has done anything with. */
  readonly waiting: readonly LaneBatchView[];
  /** The last 5 before the first that is open or waits, newest first. */
  readonly done: readonly LaneBatchView[];
  /** The last 50, newest first. */
  readonly attempts: readonly AttemptView[];
  readonly instances: readonly InstanceView[];
  /** Whether this person may act on the lane, and change its settings. */
  readonly maySteer: boolean;
  readonly mayChange: boolean;
};

/** What a lane can be made of here. */
export type LaneChoices = {
  /** Names of the connections in LEDGERS, sorted. */
  readonly ledgers: readonly string[];
  /** LANE_TIMES, by which all times are multiplied. */
  readonly timeScale: number;
};
