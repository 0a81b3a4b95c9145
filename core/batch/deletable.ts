import type { PayloadKind } from "../manifest/kinds.ts";
import type { BatchState } from "./states.ts";

/** The facts that decide whether a batch may be deleted. `openJobs`: jobs that have not ended and are not Held. */
export type DeletableBatch = {
  readonly state: BatchState;
  readonly kind: PayloadKind;
  readonly openJobs: number;
};

/** States a batch may be deleted in. Source: docs/reference/states.md, "Delete". */
const STATES = ["Failed", "Held"] as const satisfies readonly BatchState[];

/** The state it is deleted from, or a sentence saying why it cannot be deleted. */
export function decideDeleteBatch({
  state,
  kind,
  openJobs,
}: DeletableBatch): { readonly from: (typeof STATES)[number] } | { readonly refused: string } {
  const from = STATES.find((each) => each === state);
  if (!from)
    return {
      refused: `The batch is ${state}; only Failed and Held batches can be deleted. A stopped one must be given up first.`,
    };
  if (from === "Held" && kind === "LedgerBatch")
    return { refused: "The batch is for a ledger: take it out of its lane with skip, then delete it." };
  if (openJobs > 0)
    return { refused: `${openJobs} of its jobs are still running. Delete it when they have ended.` };
  return { from };
}
