import { depositByForm } from "./setup/deposit.ts";
import {
  act,
  auditsOf,
  countStates,
  depositMany,
  done,
  MANY,
  OPERATOR,
  releaseMany,
  whereOf,
} from "./setup/holds.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

test("a batch is held before its turn and released", async ({ as, product }) => {
  const operator = await as("operator");
  const depositor = await as("depositor");
  const first = await depositMany(operator, product, "batch-hold");
  const batchId = await depositByForm(depositor, "waits.txt", "waits");
  await expectStates(product, batchId, "Pending", []);
  await operator.goto(`/batches/${batchId}`);
  await done(await act(operator, { button: "Hold", verb: "Hold the batch", reason: "A box is missing" }));
  await expectStates(product, batchId, "Held", []);
  const sentence = new RegExp(`^Held by ${OPERATOR} since .*: A box is missing\\.$`);
  await expect(whereOf(operator)).toHaveText(sentence);
  // the depositor's page hears of it, and offers nothing
  await expect(whereOf(depositor)).toHaveText(sentence);
  await expect(depositor.getByRole("button", { name: "Release" })).toHaveCount(0);
  expect(await violations(operator, "all")).toEqual([]);
  releaseMany(product, "batch-hold");
  await expect
    .poll(async () => (await countStates(product, first)).Completed, { timeout: 60_000 })
    .toBe(MANY);
  await operator.goto("/lanes/maps");
  await expect(operator.getByRole("status", { name: "What it waits for" })).toContainText(
    `The first batch is held`,
  );
  await operator.goto(`/batches/${batchId}`);
  await done(
    await act(operator, { button: "Release", verb: "Release the batch", reason: "The box is here" }),
  );
  await expectStates(product, batchId, "Completed", ["Completed"]);
  expect(await auditsOf(product, batchId)).toMatchObject([
    {
      action: "batch.hold",
      reason: "A box is missing",
      before: { held: false, state: "Pending" },
      after: { held: true, by: OPERATOR, state: "Held" },
    },
    { action: "batch.release", reason: "The box is here", before: { held: true }, after: { held: false } },
  ]);
});
