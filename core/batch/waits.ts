import type { BatchWait } from "../contracts/views.ts";
import { tell, textOf, type Words } from "../sentence.ts";
import { minute } from "../time-words.ts";
import { whoEnds } from "../wait/kinds.ts";
import { BATCH_UNBEGUN, BATCH_WORKED, type BatchState, type SubmissionStatus } from "./states.ts";

/**
 * Jobs of a batch that have begun and not ended, grouped by wait code; several rows may have the same code. `code`
 * null: they are being worked on, or are about to be. `reason`: one job's reason.
 */
export type BegunJobs = {
  readonly code: string | null;
  readonly jobs: number;
  readonly reason: string | null;
};

/** What stops a batch's lane, worst first. `not_halted`: nothing more is known, as in lists. */
export type LaneGoing = "halted" | "held" | "not_halted" | "goes";

/** The facts that tell whether a batch is making progress. */
export type WaitFacts = {
  readonly state: BatchState;
  /** A signed batch, or one taken out of its lane: the ledger decides its end. */
  readonly isLedgers: boolean;
  readonly status: SubmissionStatus | null;
  readonly submitted: boolean;
  readonly unresolved: boolean;
  /** Tries of this submission. */
  readonly tries: number;
  readonly stoppedAt: Date | null;
  readonly waitReason: string | null;
  /** The last message about it, e.g. that working storage is too full to begin it. */
  readonly message: string | null;
  /** Since when its lane's ledger has not answered. */
  readonly silentSince: Date | null;
  readonly lane: LaneGoing;
  readonly begun: readonly BegunJobs[];
};

const UNRESOLVED = "Nobody can tell whether the ledger applied it: an operator has to decide.";
const FULL = "Working storage is too full to begin another batch.";

/**
 * What a batch is waiting for that has begun, or should begin and cannot; null: it is moving, has ended, is held, or
 * only waits for its turn. Every list needs it, to answer "is it running?". Source: docs/reference/states.md, "Waits".
 */
export function batchWait(batch: WaitFacts): BatchWait | null {
  const { state, isLedgers, status, stoppedAt, waitReason, unresolved } = batch;
  if (stoppedAt) return wait("worker_killed", waitReason ?? "Workers have died over it.");
  if (unresolved) return { ...wait("unresolved", UNRESOLVED), who: "operator" };
  const isUnbegun = BATCH_UNBEGUN.some((each) => each === state);
  if (isUnbegun && status === "Delayed" && !isLedgers)
    return wait("working_storage_full", batch.message ?? FULL);
  const isWorked = BATCH_WORKED.some((each) => each === state);
  if (!isWorked) return null;
  if (isLedgers) return state === "Processing" ? atLedger(batch) : null;
  if (waitReason) return wait("storage_away", waitReason);
  return waitOfJobs(batch.begun);
}

function wait(code: string, reason: Words, jobs = 0, others = 0): BatchWait {
  const pieces = tell`${reason}`;
  return { code, who: whoEnds(code), jobs, others, reason: textOf(pieces), pieces };
}

/** What an unreachable ledger means for a batch: a stopped lane sends nothing, whether or not the ledger answers. */
const SILENT: Readonly<Record<LaneGoing, string>> = {
  halted: " Its lane has halted: an operator has to resume it.",
  held: " Its lane is held: nothing is sent until it is released.",
  not_halted: "",
  goes: " Waybill keeps trying.",
};

function atLedger({ status, submitted, tries, silentSince, lane }: WaitFacts): BatchWait | null {
  if (status === null && !submitted) return null;
  if (silentSince) {
    const reason = tell`The ledger has been unreachable since ${minute(silentSince)}.${SILENT[lane]}`;
    const silent = wait("ledger_unreachable", reason);
    return lane === "halted" ? { ...silent, who: "operator" } : silent;
  }
  if (status === "Unknown")
    return wait("ledger_unknown", "It is not known whether the ledger has it: Waybill is asking it.");
  if (status === "Delayed" || (submitted && status === null && tries > 0))
    return wait("ledger_busy", "The ledger is busy: Waybill hands the batch over again soon.");
  return null;
}

/**
 * The jobs stand still when none that has begun is moving. They may wait for different things: waits a person must end
 * come first, since the others end by themselves; then the one that most jobs share.
 */
export function waitOfJobs(begun: readonly BegunJobs[]): BatchWait | null {
  if (begun.some(({ code, jobs }) => code === null && jobs > 0)) return null;
  const [first, ...rest] = byCode(begun).sort(inOrderOfTelling);
  if (!first) return null;
  const others = rest.reduce((sum, { jobs }) => sum + jobs, 0);
  return wait(first.code, first.reason ?? "No further details.", first.jobs, others);
}

type WaitingJobs = BegunJobs & { readonly code: string };

/** Jobs by wait code, whatever their state. */
function byCode(begun: readonly BegunJobs[]): WaitingJobs[] {
  const found = new Map<string, WaitingJobs>();
  for (const { code, jobs, reason } of begun) {
    if (code === null) continue;
    const before = found.get(code);
    found.set(code, { code, jobs: jobs + (before?.jobs ?? 0), reason: before?.reason ?? reason });
  }
  return [...found.values()];
}

function inOrderOfTelling(one: WaitingJobs, other: WaitingJobs): number {
  const rank = ({ code }: WaitingJobs) => (whoEnds(code) === "nobody" ? 1 : 0);
  return rank(one) - rank(other) || other.jobs - one.jobs || (one.code < other.code ? -1 : 1);
}
