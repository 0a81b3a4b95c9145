import { expect, it } from "vitest";
import { describeBatchProblem } from "./batch-problems.ts";

it.each([
  [0, "no_batches", {}, "The list holds no batch."],
  [3, "batch_repeated", { other: 1 }, "Batch 3: it is the same batch as batch 1 of the list."],
  [2, "not_a_transaction", { transaction: 7 }, "Batch 2: transaction 7 is not a Transaction: ."],
] as const)("a problem on line %i, %s, in words", (line, code, holes, message) => {
  expect(describeBatchProblem(line, code, holes)).toEqual({ line, code, message });
});
