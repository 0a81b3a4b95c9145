import { type Actor, can, reachOf } from "../../core/access/roles.ts";
import { type BegunJobs, waitOfJobs } from "../../core/batch/waits.ts";
import type { WhyView } from "../../core/contracts/lane-views.ts";
import type { JobCounts } from "../../core/contracts/views.ts";
import type { Hold } from "../../core/hold/hold.ts";
import { hasEnded, type JobState } from "../../core/job/states.ts";
import { readLaneSettings } from "../../core/lane/settings.ts";
import type { HeadFacts, LaneStanding } from "../../core/lane/why-facts.ts";
import { whyWaiting } from "../../core/lane/why-waiting.ts";
import { textOf } from "../../core/sentence.ts";
import { readHold } from "../../prisma/store/hold/hold.ts";
import type { LaneBatchRow } from "../../prisma/store/lane/batches.ts";
import type { LineLane } from "../../prisma/store/lane/line.ts";

/** What explains why a lane waits, in addition to its row. `timeScale`: LANE_TIMES. */
export type AroundWhy = {
  readonly actor: Actor;
  readonly head: LaneBatchRow | undefined;
  readonly jobs: JobCounts | undefined;
  /** The head's jobs that have begun and not ended. */
  readonly begun: readonly BegunJobs[] | undefined;
  readonly isWorked: boolean;
  readonly intake: Hold | null;
  readonly timeScale: number;
};

/** What a lane is waiting for, as far as the actor may know: the sentence at the top of its page. */
export function whyOf(lane: LineLane, around: AroundWhy): WhyView {
  const { actor, head, jobs, begun, isWorked, intake, timeScale } = around;
  const { cause, sentence } = whyWaiting({
    ...lane,
    held: heldOf(lane),
    halted: haltedOf(lane, actor),
    intake,
    head: head ? headFacts(head, jobs, begun ?? []) : null,
    isHeadShown: head !== undefined && can(actor, "read", head.collectionId),
    isWorked,
    settings: readLaneSettings(lane.settings, timeScale),
  });
  return { cause, sentence: textOf(sentence), pieces: sentence };
}

export function heldOf({
  heldAt,
  heldBy,
  heldReason,
}: Pick<LineLane, "heldAt" | "heldBy" | "heldReason">): LaneStanding["held"] {
  return heldAt && { at: heldAt, by: heldBy ?? "an operator", reason: heldReason ?? "" };
}

/** A halt's reason may quote the ledger about a batch, and it is no longer known which: whoever reads all may know it. */
export function haltedOf(
  { haltedAt, haltedReason, collectionIds }: Pick<LineLane, "haltedAt" | "haltedReason" | "collectionIds">,
  actor: Actor,
): LaneStanding["halted"] {
  const reach = reachOf(actor, "read");
  const readsAll = reach === "all" || collectionIds.every((id) => reach.includes(id));
  return haltedAt && { at: haltedAt, reason: readsAll ? (haltedReason ?? "") : null };
}

function headFacts(
  { begunAt, deadlineAt, hold: kept, isOwnHold, ...head }: LaneBatchRow,
  jobs: JobCounts | undefined,
  begun: readonly BegunJobs[],
): HeadFacts {
  const hold = readHold(kept);
  const states = Object.entries(jobs ?? {}) as [JobState, number][];
  const sum = (counted: typeof states) => counted.reduce((all, [, count]) => all + count, 0);
  return {
    ...head,
    hold: hold && { ...hold, on: isOwnHold ? "batch" : "collection" },
    call: begunAt && deadlineAt && { begunAt, deadlineAt },
    jobs: head.expandedAt && {
      ended: sum(states.filter(([state]) => hasEnded(state))),
      all: sum(states),
      waitCode: waitOfJobs(begun)?.code ?? null,
    },
  };
}
