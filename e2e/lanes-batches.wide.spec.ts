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
import { PATIENT, SCABBARD } from "./setup/ledger-lanes.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** The other acts on single batches of a lane, by their dialogs. Each test leaves its lane empty. */

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
