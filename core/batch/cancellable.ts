import type { PayloadKind } from "../manifest/kinds.ts";
import type { BatchState } from "./states.ts";

/** Why a batch cannot be cancelled, in a sentence; undefined: it can. Source: docs/reference/states.md, "Cancel". */
export function whyNoCancel({
  state,
  kind,
}: {
  readonly state: BatchState;
  readonly kind: PayloadKind;
}): string | undefined {
  if (kind === "LedgerBatch")
    return "The batch is for a ledger: take it out of its lane with skip, which the batches behind it depend on.";
  if (state !== "Pending") return `The batch is ${state}; only one that waits for its turn can be cancelled.`;
  return undefined;
}
