import type { Page } from "@playwright/test";
import { makeBatches } from "../tests/fixtures/ledger/sign.ts";
import {
  actByDialog,
  expectAudit,
  expectStatus,
  goesThrough,
  leaveUnresolved,
  lineOf,
  nameOf,
  openLane,
  questionsFor,
  storyOf,
  submitBatches,
  whyOf,
} from "./setup/lanes.ts";
import { PATIENT, SAWTOOTH, SCABBARD } from "./setup/ledger-lanes.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** Acts on single batches of a lane, by their dialogs. Each test leaves its lane empty. */

const UNRESOLVED = {
  state: "Processing",
  status: "Unknown",
  submitted: false,
  unresolved: true,
} as const;

test("Resend: an unresolved batch arrives once more and commits, then the next one goes", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  await openLane(page, SCABBARD);
  const { batches, ids } = await leaveUnresolved(page, product, "resend");
  const [batch = ""] = ids;
  expect(storyOf(product, batches)).toEqual(["1 arrived", "1 forgotten"]);
  await expect(whyOf(page)).toHaveText(/^A person has to decide/);
  await expect(lineOf(page, "In flight")).toContainText("Unresolved");
  await expect(lineOf(page, "Waiting")).toHaveCount(1);

  const act = { button: `Resend: ${nameOf(batches[0])}`, verb: "Send it again", reason: "It was never run" };
  const warns = "This ledger may apply the same bytes twice.";
  await actByDialog(page, { ...act, warns, says: "It is sent next." });
  await expectAudit(product, SCABBARD, {
    action: "resend",
    reason: act.reason,
    before: { batch, ...UNRESOLVED },
    after: { batch, state: "Processing", status: "Delayed", submitted: false, unresolved: false },
  });
  for (const id of ids) await expectStates(product, id, "Completed", []);
  expect(storyOf(product, batches)).toEqual([
    "1 arrived",
    "1 forgotten",
    ...goesThrough(1),
    ...goesThrough(2),
  ]);
  await expect(whyOf(page)).toHaveText("Nothing waits in this lane.");
  const attempts = page.getByRole("table", { name: "Attempts, newest first" }).getByRole("row");
  await expect(attempts.filter({ has: page.locator(`a[href="/batches/${batch}"]`) })).toHaveCount(2);
});

test("Mark resolved as Committed: it is not sent again, and the next one goes", async ({ as, product }) => {
  const page = await as("operator");
  const { ledger } = product;
  const service = SCABBARD.serviceId;
  await openLane(page, SCABBARD);
  // the ledger runs the batch, its answer is lost, and it has forgotten the batch when it can be asked again
  ledger.control({ fault: "unknown", service, times: 0 });
  ledger.control({ fault: "drop-after", service });
  const batches = makeBatches("resolve", 2);
  const ids = await submitBatches(page, SCABBARD, batches);
  const [batch = ""] = ids;
  await expect.poll(() => storyOf(product, batches)).toEqual(goesThrough(1));
  ledger.control({ fault: "restart-history", service });
  ledger.control({ clear: "unknown", service });
  await expectStatus(product, batch, "Unresolved");
  await expect(whyOf(page)).toHaveText(/^A person has to decide/);
  expect(storyOf(product, batches)).toEqual(goesThrough(1));

  const act = { button: `Mark resolved: ${nameOf(batches[0])}`, verb: "Mark it resolved" };
  const reason = "Its record is in the ledger's state";
  await actByDialog(page, { ...act, reason, as: "Committed", says: "Marked; the lane continues." });
  await expectAudit(product, SCABBARD, {
    action: "resolve",
    reason,
    before: { batch, ...UNRESOLVED },
    after: { batch, state: "Reporting", status: "Committed", submitted: true, unresolved: false },
  });
  for (const id of ids) await expectStates(product, id, "Completed", []);
  expect(storyOf(product, batches)).toEqual([...goesThrough(1), ...goesThrough(2)]);
  await expect(whyOf(page)).toHaveText("Nothing waits in this lane.");
  await expect(lineOf(page, "Done").filter({ hasText: nameOf(batches[0]) })).toContainText("Committed");
});

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

test("Ask now about one batch: it is asked about once more, and nothing is sent", async ({ as, product }) => {
  const page = await as("operator");
  const service = PATIENT.serviceId;
  product.ledger.control({ fault: "stuck", service });
  await openLane(page, PATIENT);
  const batches = makeBatches("ask one", 1);
  const [batch = ""] = await submitBatches(page, PATIENT, batches);
  await expect.poll(() => questionsFor(product, batches[0])).toBe(1);
  const act = { button: `Ask now: ${nameOf(batches[0])}`, verb: "Ask the ledger" };
  const says = "The ledger is being asked.";
  await actByDialog(page, { ...act, reason: "Is it out yet", says });
  const after = { asked: [batch], count: 1 };
  await expectAudit(product, PATIENT, { action: "ask", reason: "Is it out yet", before: {}, after });
  await expect.poll(() => questionsFor(product, batches[0])).toBe(2);
  await expectStatus(product, batch, "Pending");

  product.ledger.control({ clear: "stuck", service });
  await expect.poll(() => storyOf(product, batches)).toEqual(goesThrough(1));
  await actByDialog(page, { ...act, reason: "It must be out", says });
  await expectStates(product, batch, "Completed", []);
  expect(questionsFor(product, batches[0])).toBe(3);
});
