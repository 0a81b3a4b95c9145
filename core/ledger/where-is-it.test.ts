import { expect, it } from "vitest";
import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import { whereAtLedger } from "./where-is-it.ts";

it.each<[BatchState, SubmissionStatus | null, boolean, string]>([
  ["Processing", null, false, "It is being handed to the ledger."],
  ["Processing", "Pending", false, "The ledger has it and has not decided yet."],
  ["Processing", "Valid", false, "The ledger has executed it and not committed it yet."],
  ["Processing", "Delayed", false, "The ledger is busy: Waybill hands the batch over again soon."],
  [
    "Processing",
    "Unknown",
    false,
    "The ledger does not know it: Waybill asks again before it resends anything.",
  ],
  [
    "Processing",
    "Unknown",
    true,
    "Nobody can tell whether the ledger applied it: an operator has to decide.",
  ],
  ["Reporting", "Committed", false, "The ledger has committed it; the report is being written."],
  ["Completed", "Committed", false, "The ledger has committed it."],
  ["Failed", "Invalid", false, "The ledger found it invalid: see what to do."],
  ["Failed", "Rejected", false, "The ledger refused it: see what to do."],
  ["Failed", "Skipped", false, "An operator skipped it: see what to do."],
])("%s, %s, unresolved %s", (state, status, unresolved, sentence) => {
  expect(whereAtLedger(state, { status, unresolved, forgottenCount: 0 })).toBe(sentence);
});

it.each([
  [1, "once"],
  [2, "twice"],
  [1_200, "1,200 times"],
])("says how often the ledger has forgotten it: %i", (forgottenCount, often) => {
  const at = { status: "Pending", unresolved: false, forgottenCount } as const;
  expect(whereAtLedger("Processing", at)).toBe(
    `The ledger has it and has not decided yet. The ledger has taken it and forgotten it ${often}.`,
  );
});
