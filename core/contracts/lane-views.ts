import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import type { AlarmKind } from "../lane/alarm.ts";
import type { LaneBackend } from "../lane/backends.ts";
import type { LaneOrdering } from "../lane/orderings.ts";
import type { LaneSettings } from "../lane/settings.ts";
import type { Cause } from "../lane/why-facts.ts";
import type { Sentence } from "./sentence.ts";
import type { Page } from "./views.ts";

/** A lane's waiting batches are counted up to this number; beyond it `depthIsMore` is true. */
export const DEPTH_MOST = 1_000;

/** What the API answers about lanes, as core/contracts/views.ts. */
export type LaneRow = {
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly width: number;
  /** Slugs of its collections that the person may read. */
  readonly collections: readonly string[];
  /** Untouched batches, counted up to 1,000; `depthIsMore`: there are more. */
  readonly depth: number;
  readonly depthIsMore: boolean;
  /** Batches that have been touched and have not ended. */
  readonly open: number;
  /** The batch at the head of the lane; null in an empty lane, or when the person may not read it. */
  readonly head: LaneBatchView | null;
  readonly why: WhyView;
  /** The lane's worst alarm, whatever `why` says. */
  readonly alarm: AlarmView | null;
  readonly claim: ClaimView | null;
  readonly held: { readonly at: string; readonly by: string; readonly reason: string } | null;
  readonly halted: { readonly at: string; readonly reason: string } | null;
};

/**
 * One page of lanes. `alarms`: how many of the lanes this person may see have an alarm, over all pages; `needPerson`:
 * how many of these need a person to act.
 */
export type LanePage = Page<LaneRow> & { readonly alarms: number; readonly needPerson: number };

/** Why a lane waits, or what it does. */
export type WhyView = { readonly cause: Cause; readonly sentence: string; readonly pieces: Sentence };

/** An alarm and the batches it concerns. `since`: when the first of them crossed the threshold. */
export type AlarmView = {
  readonly kind: AlarmKind;
  readonly sentence: string;
  readonly pieces: Sentence;
  readonly batches: number;
  readonly since: string;
};

/**
 * Which worker has a lane. `leftMs`: time left until the first expiry when the answer was given, 0 if past; `until`:
 * the second expiry.
 */
export type ClaimView = {
  readonly instance: string;
  readonly fence: string;
  readonly leftMs: number;
  readonly expiresAt: string;
  readonly lastUntil: string | null;
};

/** A batch as its lane's page shows it. */
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
  /** Since when its ledger has reported it as Valid. */
  readonly validSince: string | null;
  readonly nextCheckAt: string | null;
  readonly unknownSince: string | null;
  /** How often its ledger took it and later no longer knew it, and when last. */
  readonly forgottenCount: number;
  readonly forgottenAt: string | null;
  /** The ledger's last message. */
  readonly message: string | null;
  /** The id its ledger knows it by. */
  readonly ledgerId: string | null;
  /**
   * A call without a recorded answer. It is cut off at `deadlineAt`; after `settlesAt` it can no longer take effect.
   */
  readonly call: { readonly begunAt: string; readonly deadlineAt: string; readonly settlesAt: string } | null;
  /** Until when a call with an unknown outcome may still take effect; null: none can. */
  readonly effectUntil: string | null;
  /** What may happen if it is skipped now, in sentences; null: its ledger will not apply it. */
  readonly mayStillApply: string | null;
  readonly mayStillApplyPieces: Sentence | null;
  /** What this person can do about it now. */
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
  /** An answer that came after the attempt had been given up; it changed nothing. */
  readonly lateAnswer: { readonly outcome: string; readonly message: string | null } | null;
  readonly instance: string;
  readonly fence: string;
};

/** A worker process, seen in the last 15 s and not shut down. */
export type InstanceView = {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly seenAt: string;
};

export type LaneView = LaneRow & {
  readonly ledger: string | null;
  /** The settings in effect, with all times multiplied by LANE_TIMES. */
  readonly settings: LaneSettings;
  /** The settings the lane has set itself, as stored. */
  readonly ownSettings: Readonly<Record<string, string | number>>;
  /** Changes with every change of ordering, width or settings. */
  readonly revision: string;
  /** The batches that lock the lane: at most 50, in lane order. */
  readonly openBatches: readonly LaneBatchView[];
  /** The next 20 untouched batches. */
  readonly waiting: readonly LaneBatchView[];
  /** The last 5 before the first batch that is open or waiting, newest first. */
  readonly done: readonly LaneBatchView[];
  /** The last 50, newest first. */
  readonly attempts: readonly AttemptView[];
  readonly instances: readonly InstanceView[];
  /** Whether this person may act on the lane, and change its settings. */
  readonly maySteer: boolean;
  readonly mayChange: boolean;
};

/** What a new lane can use in this installation. */
export type LaneChoices = {
  /** Names of the connections in LEDGERS, sorted. */
  readonly ledgers: readonly string[];
  /** LANE_TIMES, the factor for all times. */
  readonly timeScale: number;
};
