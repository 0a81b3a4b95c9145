import { expect, it } from "vitest";
import { whyNoCancel } from "./cancellable.ts";
import { BATCH_STATES, canMoveBatch } from "./states.ts";

it("lets what waits for its turn be cancelled and nothing else", () => {
  const may = BATCH_STATES.filter((state) => whyNoCancel({ state, kind: "ManifestOfFiles" }) === undefined);
  expect(may).toEqual(["Pending"]);
  for (const state of may) expect(canMoveBatch(state, "Deleted", "person")).toBe(true);
});

it.each([
  [{ state: "Processing", kind: "SingleFile" }, /^The batch is Processing; only one that waits/],
  [{ state: "Pending", kind: "LedgerBatch" }, /with skip/],
] as const)("refuses %j", (batch, words) => {
  expect(whyNoCancel(batch)).toMatch(words);
});
