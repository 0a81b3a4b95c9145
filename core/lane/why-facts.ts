import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import type { Sentence } from "../contracts/sentence.ts";
import type { Hold } from "../hold/hold.ts";
import { tell, type Words } from "../sentence.ts";
import type { LaneBackend } from "./backends.ts";
import type { LaneOrdering } from "./orderings.ts";
import type { LaneSettings } from "./settings.ts";

/** Why a lane waits, or what it does, as a code for filters and colours; people read the sentence. */
export const CAUSES = [
  "empty",
  "next",
  "position",
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

export type Why = { readonly cause: Cause; readonly sentence: Sentence };

/** A cause with its sentence. */
export function because(cause: Cause, words: Words): Why {
  return { cause, sentence: tell`${words}` };
}

/** The batch at the head of a lane, with what the sentence needs. */
export type HeadFacts = {
  readonly state: BatchState;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  /** When it entered its state. */
  readonly stateAt: Date;
  readonly tries: number;
  readonly retryAt: Date | null;
  readonly delayedUntil: Date | null;
  /** When it is polled next. */
  readonly nextCheckAt: Date | null;
  readonly acceptedAt: Date | null;
  /** Since when the ledger has reported it as Valid. */
  readonly validSince: Date | null;
  readonly unknownSince: Date | null;
  /** How often the ledger took it and later no longer knew it. */
  readonly forgottenCount: number;
  /** The ledger's last message, or why storage refused it. */
  readonly message: string | null;
  /** Why it is held, or why it stands still. */
  readonly waitReason: string | null;
  /** Since when it has stood still, waiting for a person; null: it does not. */
  readonly stoppedAt: Date | null;
  /** The hold that keeps it Held, on the batch itself or on its collection; null: none. */
  readonly hold: (Hold & { readonly on: "batch" | "collection" }) | null;
  /** A call without a recorded answer. */
  readonly call: { readonly begunAt: Date; readonly deadlineAt: Date } | null;
  /** It has its position in the order of everything. */
  readonly hasPosition: boolean;
  /** Until when a call with an unknown outcome may still take effect. */
  readonly effectUntil: Date | null;
  /** Jobs of a repository batch; null until all of them are made. */
  readonly jobs: {
    readonly ended: number;
    readonly all: number;
    /** The code of what all or some of the started jobs wait for; null: some are moving. */
    readonly waitCode: string | null;
  } | null;
};

/** A lane, with what its sentence needs. */
export type LaneStanding = {
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly width: number;
  readonly held: { readonly at: Date; readonly by: string; readonly reason: string } | null;
  /** The hold on the whole intake, during which no batch is begun. */
  readonly intake: Hold | null;
  /** `reason` null: it may quote the ledger about a batch the reader may not see. */
  readonly halted: { readonly at: Date; readonly reason: string | null } | null;
  /** Batches that have begun and have not ended. */
  readonly inFlight: number;
  /**
   * The first batch in flight that needs a person; else the first in flight; else the first that is Held or untouched.
   */
  readonly head: HeadFacts | null;
  /** Whether the reader may see the head's collection. If not, they are told only that another batch comes first. */
  readonly isHeadShown: boolean;
  /** Since when its ledger has not answered; null: it answers. */
  readonly silentSince: Date | null;
  /** Whether any worker is running. */
  readonly isWorked: boolean;
  readonly settings: Pick<
    LaneSettings,
    "tries" | "startsWhen" | "stuckPendingMs" | "alarmPendingMs" | "stuckValidMs"
  >;
  readonly now: Date;
};
