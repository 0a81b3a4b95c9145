import type { ErrorCode } from "../errors.ts";
import type { JobState } from "./states.ts";

/** States a job may be deleted in. Source: docs/reference/states.md, "Delete". */
export const DELETABLE_STATES = ["Failed", "Held"] as const satisfies readonly JobState[];
export type DeletableState = (typeof DELETABLE_STATES)[number];

export type DeleteDecision =
  | { readonly kind: "delete"; readonly from: DeletableState }
  | { readonly kind: "refused"; readonly code: Extract<ErrorCode, "illegal_move">; readonly message: string };

const HINTS: Partial<Record<JobState, string>> = {
  Completed: "its object is stored and stays",
  Deleted: "it is deleted already",
};

/** Whether a job may be deleted, or why not (`illegal_move`). */
export function decideDelete({ state }: { readonly state: JobState }): DeleteDecision {
  const from = DELETABLE_STATES.find((each) => each === state);
  if (from) return { kind: "delete", from };
  const hint = HINTS[state] ?? "force it to fail first";
  const message = `The job is ${state}; only Failed and Held jobs can be deleted: ${hint}.`;
  return { kind: "refused", code: "illegal_move", message };
}
