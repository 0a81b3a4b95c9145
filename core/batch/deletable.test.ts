import { expect, it } from "vitest";
import { decideDeleteBatch } from "./deletable.ts";
import { BATCH_STATES } from "./states.ts";

const facts = { kind: "ManifestOfFiles", openJobs: 0 } as const;

it("lets Failed and Held batches be deleted and no others", () => {
  const may = BATCH_STATES.filter((state) => "from" in decideDeleteBatch({ ...facts, state }));
  expect(may).toEqual(["Held", "Failed"]);
});

it.each([
  [{ state: "Failed", kind: "ManifestOfFiles", openJobs: 2 }, /^2 of its jobs are still running/],
  [{ state: "Held", kind: "LedgerBatch", openJobs: 0 }, /with skip/],
  [{ state: "Completed", kind: "SingleFile", openJobs: 0 }, /^The batch is Completed/],
] as const)("refuses %j", (batch, words) => {
  expect(decideDeleteBatch(batch)).toEqual({ refused: expect.stringMatching(words) });
});

it("lets a ledger's batch that has failed be deleted", () => {
  expect(decideDeleteBatch({ state: "Failed", kind: "LedgerBatch", openJobs: 0 })).toEqual({
    from: "Failed",
  });
});
