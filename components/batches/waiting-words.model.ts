import type { Sentence } from "../../core/contracts/sentence.ts";
import type { BatchRow } from "../../core/contracts/views.ts";
import { waitsFor } from "../../core/wait/kinds.ts";
import { count, counted } from "../display/amount.model.ts";
import { jobShares } from "./job-shares.model.ts";

/** What a batch's progress tells of its jobs that wait. `reason`: why, in a sentence; null where it is not the same of all. */
export type WaitingWords = {
  readonly sentence: string;
  readonly reason: Sentence | null;
  readonly needsPerson: boolean;
};

/** Null: none waits. Others go on only where jobs are at work that do not wait, whatever state the batch is in. */
export function waitingWords({
  jobs,
  waiting,
  waits,
}: Pick<BatchRow, "jobs" | "waiting" | "waits">): WaitingWords | null {
  const still = Object.values(waiting).reduce((sum, some) => sum + some, 0);
  if (still === 0) return null;
  const how = `${counted(still, "job")} ${still === 1 ? "is" : "are"} waiting`;
  if (waits && waits.jobs > 0) {
    const of = waits.others > 0 ? `, ${count(waits.jobs)} of them` : "";
    return {
      sentence: `${how}${of} for ${waitsFor(waits.code)}.`,
      reason: waits.pieces,
      needsPerson: waits.who !== "nobody",
    };
  }
  const isMoving = jobShares(jobs, waiting).some(({ family }) => family === "moving");
  return { sentence: `${how}${isMoving ? ", others continue" : ""}.`, reason: null, needsPerson: false };
}
