import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import type { Hold } from "../hold/hold.ts";
import type { LaneBackend } from "./backends.ts";
import type { LaneOrdering } from "./orderings.ts";
import type { LaneSettings } from "./settings.ts";

/** Why a lane waits, or what it does: for filters and colours; the sentence is for people. */
export const CAUSES = [
  "empty",
  "next",
  "submitting",
  "jobs",
  "jobs_wait",
  "jobs_need_person",
  "stopped",
  "pending",
  "slow",
  "stuck",
  "valid",
  "busy",
  "silent",
  "unreachable",
  "delayed",
  "asking",
  "unresolved",
  "batch_held",
  "intake_held",
  "held",
  "halted",
  "several_open",
  "others",
  "no_worker",
] as const;
export type Cause = (typeof CAUSES)[number];

export type Why = { readonly cause: Cause; readonly sentence: string };

/** The batch a lane's line stands behind, as the sentence needs it. */
export type HeadFacts = {
  readonly state: BatchState;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  /** When it came into its state. */
  readonly stateAt: Date;
  readonly tries: number;
  readonly retryAt: Date | null;
  readonly delayedUntil: Date | null;
  /** When the ledger is asked about it next. */
  readonly nextCheckAt: Date | null;
  readonly acceptedAt: Date | null;
  /** Since when the ledger says Valid of it. */
  readonly validSince: Date | null;
  readonly unknownSince: Date | null;
  /** How often the ledger took it and then did not know it any more. */
  readonly forgottenCount: number;
  /** The ledger's last words, or why storage refused it. */
  readonly message: string | null;
  /** Why a held one is held, or one that stands still does. */
  readonly waitReason: string | null;
  /** Since when it stands still until a person acts. */
  readonly stoppedAt: Date | null;
  /** The hold that keeps it Held, on itself or on its collection, while there is one. */
  readonly hold: (Hold & { readonly on: "batch" | "collection" }) | null;
  /** A call of which no answer is recorded. */
  readonly call: { readonly begunAt: Date; readonly deadlineAt: Date } | null;
  /** Until when a call may still have an effect that nobody knows the outcome of. */
  readonly effectUntil: Date | null;
  /** Jobs of a repository batch; null while they are not all made. */
  readonly jobs: {
    readonly ended: number;
    readonly all: number;
    /** What those wait for that have begun, all of them or some, by its code; null: some move. */
    readonly waitCode: string | null;
  } | null;
};

/** A lane as its sentence needs it. */
export type LaneStanding = {
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly width: number;
  readonly held: { readonly at: Date; readonly by: string; readonly reason: string } | null;
  /** The hold on the whole intake: no batch is begun. */
  readonly intake: Hold | null;
  /** `reason`: null when it may be the ledger's words on a batch the reader may not read. */
  readonly halted: { readonly at: Date; readonly reason: string | null } | null;
  /** Batches that have begun and are open. */
  readonly inFlight: number;
  /** Batches nobody has done anything with. */
  readonly waiting: number;
  /** The first batch in flight that needs a person, else the first in flight, else the first of those Held and untouched. */
  readonly head: HeadFacts | null;
  /** The head is of a collection the reader may read. Of another one nothing is told but that it comes first. */
  readonly isHeadShown: boolean;
  /** Since when its ledger has not answered. */
  readonly silentSince: Date | null;
  /** A worker is there to do something. */
  readonly isWorked: boolean;
  readonly settings: Pick<LaneSettings, "tries" | "stuckPendingMs" | "alarmPendingMs" | "stuckValidMs">;
  readonly now: Date;
};
