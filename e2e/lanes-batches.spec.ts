import type { Page } from "@playwright/test";
import { makeBatches } from "../tests/fixtures/ledger/sign.ts";
import {
  actByDialog,
  expectAudit,
  expectStatus,
  goesThrough,
  lineOf,
  nameOf,
  openLane,
  storyOf,
  submitBatches,
} from "./setup/lanes.ts";
import { SAWTOOTH } from "./setup/ledger-lanes.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** An act on a single batch of a lane, by its dialog; the others are in lanes-batches.wide.spec.ts. The lane is left empty. */

test("Skip: the batch is reported as failed with the reason, and the next one goes", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  const { ledger } = product;
  const service = SAWTOOTH.serviceId;
  ledger.control({ fault: "stuck", service });
  await openLane(page, SAWTOOTH);
  const batches = makeBatches("skip", 3);
  const ids = await submitBatches(page, SAWTOOTH, batches);
  const [first = "", second = "", third = ""] = ids;
  await expectStatus(product, first, "Pending");
  await expect(lineOf(page, "Waiting")).toHaveCount(2);

  const says = "Skipped; the lane continues.";
  const skip = (place: number, reason: string, more: { warns?: string; isKnown?: boolean } = {}) => {
    const button = `Skip: ${nameOf(batches[place])}`;
    return actByDialog(page, { button, verb: "Skip the batch", reason, says, ...more });
  };
  const after = { state: "Reporting", status: "Skipped", unresolved: false };
  await skip(1, "It was signed by mistake");
  await expectAudit(product, SAWTOOTH, {
    action: "skip",
    reason: "It was signed by mistake",
    before: { batch: second, state: "Pending", status: null, submitted: false, unresolved: false },
    after: { batch: second, ...after, submitted: false },
  });
  await expect(lineOf(page, "Waiting")).toHaveCount(1);
  expect(storyOf(product, batches)).toEqual(["1 arrived"]);

  const warns = "The ledger has this batch and has not decided yet.";
  await skip(0, "The validator sits on it", { warns, isKnown: true });
  await expectAudit(product, SAWTOOTH, {
    action: "skip",
    reason: "The validator sits on it",
    before: { batch: first, state: "Processing", status: "Pending", submitted: true, unresolved: false },
    after: {
      batch: first,
      ...after,
      submitted: true,
      even_if_it_may_still_apply: true,
      may_still_apply: "pending",
    },
  });
  await expectStates(product, third, "Completed", []);
  expect(storyOf(product, batches)).toEqual(["1 arrived", ...goesThrough(3)]);
  ledger.control({ fault: "lose-pending", service });

  for (const id of [first, second]) await expectStates(product, id, "Failed", []);
  await expectReported(page, first, "Skipped by operator@example.org: The validator sits on it");
  await expectReported(page, second, "Skipped by operator@example.org: It was signed by mistake");
});

/** The batch's page and the mail about it say why it failed. */
async function expectReported(page: Page, batchId: string, words: string): Promise<void> {
  await page.goto(`/batches/${batchId}`);
  const fault = page.getByRole("region", { name: "What went wrong" });
  await expect(fault).toContainText(words);
  await expect(fault).toContainText("An operator took it out of its lane for the reason given.");
  const report = page.getByRole("region", { name: "Reports" }).getByRole("listitem").first();
  await expect(report).toContainText("FAIL");
  await report.getByRole("link", { name: "Read it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(batchId) })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(words);
}
