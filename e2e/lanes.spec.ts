import { makeBatches } from "../tests/fixtures/ledger/sign.ts";
import {
  actByDialog,
  commitElsewhere,
  expectAudit,
  expectStatus,
  goesThrough,
  lineOf,
  openLane,
  questionsFor,
  storyOf,
  submitBatches,
  whyOf,
} from "./setup/lanes.ts";
import { PATIENT, SAWTOOTH } from "./setup/ledger-lanes.ts";
import { PEOPLE } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** Acts on whole lanes, by their dialogs; what is done to single batches is in lanes-batches.spec.ts. Each test leaves its lanes empty. */

test("Hold: nothing is sent; release: it goes, in order", async ({ as, product }) => {
  const page = await as("operator");
  await openLane(page, SAWTOOTH);
  const held = { button: "Hold", verb: "Hold the lane", reason: "The validator is moved" };
  await actByDialog(page, { ...held, says: "The lane is held." });
  await expect(whyOf(page)).toHaveText(
    /^Held by operator@example\.org since .*: The validator is moved\. Nothing is sent until it is released\.$/,
  );
  const before = { held: false };
  await expectAudit(product, SAWTOOTH, {
    action: "hold",
    reason: held.reason,
    before,
    after: expect.objectContaining({ held: true, by: PEOPLE.operator, reason: held.reason }),
  });

  const batches = makeBatches("hold", 2);
  const ids = await submitBatches(page, SAWTOOTH, batches);
  await expect(lineOf(page, "Waiting")).toHaveCount(2);
  await commitElsewhere(page, product, "while held");
  expect(storyOf(product, batches)).toEqual([]);
  expect(await product.db.attempt.count({ where: { batchId: { in: ids } } })).toBe(0);

  const released = { button: "Release", verb: "Release the lane", reason: "It stands in its new place" };
  await actByDialog(page, { ...released, says: "The lane is released." });
  await expectAudit(product, SAWTOOTH, {
    action: "release",
    reason: released.reason,
    before: expect.objectContaining({ held: true, reason: held.reason }),
    after: { held: false },
  });
  for (const id of ids) await expectStates(product, id, "Completed", []);
  expect(storyOf(product, batches)).toEqual([...goesThrough(1), ...goesThrough(2)]);
  await expect(whyOf(page)).toHaveText("Nothing waits in this lane.");
});

test("Halt: nothing is sent; resume: it goes", async ({ as, product }) => {
  const page = await as("operator");
  await openLane(page, SAWTOOTH);
  const halted = { button: "Halt", verb: "Halt the lane", reason: "The validator is behind" };
  await actByDialog(page, { ...halted, says: "The lane is halted." });
  await expect(whyOf(page)).toHaveText(
    /^Halted since .*: operator@example\.org: The validator is behind\. An operator resumes it\.$/,
  );
  await expectAudit(product, SAWTOOTH, {
    action: "halt",
    reason: halted.reason,
    before: { halted: false },
    after: { halted: true },
  });

  const batches = makeBatches("halt", 1);
  const [id = ""] = await submitBatches(page, SAWTOOTH, batches);
  await expect(lineOf(page, "Waiting")).toHaveCount(1);
  await commitElsewhere(page, product, "while halted");
  expect(storyOf(product, batches)).toEqual([]);

  const resumed = { button: "Resume", verb: "Resume the lane", reason: "It has caught up" };
  await actByDialog(page, { ...resumed, says: "The lane is resumed." });
  const why = "operator@example.org: The validator is behind";
  await expectAudit(product, SAWTOOTH, {
    action: "resume",
    reason: resumed.reason,
    before: { halted: true, why },
    after: { halted: false },
  });
  await expectStates(product, id, "Completed", []);
  expect(storyOf(product, batches)).toEqual(goesThrough(1));
});

test("Resume of a lane that its ledger refuses: it halts again until that is mended", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  const { ledger } = product;
  const service = SAWTOOTH.serviceId;
  const body = "the proxy wants a password";
  ledger.control({ fault: "answer", httpStatus: 401, body, contentType: "text/plain", service, times: 0 });
  await openLane(page, SAWTOOTH);
  const batches = makeBatches("refused", 2);
  const ids = await submitBatches(page, SAWTOOTH, batches);
  await expect(whyOf(page)).toHaveText(
    /^Halted since .*the proxy wants a password.*An operator resumes it\.$/,
  );
  const resumed = { button: "Resume", verb: "Resume the lane", says: "The lane is resumed." };
  await actByDialog(page, { ...resumed, reason: "A first try" });
  await expect.poll(() => storyOf(product, batches)).toEqual(["1 refused", "1 refused"]);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  ledger.control({ clear: "answer", service });
  await actByDialog(page, { ...resumed, reason: "The password is set" });
  for (const id of ids) await expectStates(product, id, "Completed", []);
  const sent = [...goesThrough(1), ...goesThrough(2)];
  expect(storyOf(product, batches)).toEqual(["1 refused", "1 refused", ...sent]);
  await expectAudit(product, SAWTOOTH, {
    action: "resume",
    reason: "The password is set",
    before: { halted: true, why: expect.stringContaining(body) },
    after: { halted: false },
  });
});

test("Ask the ledger now: a batch whose next question is far away ends at once", async ({ as, product }) => {
  const page = await as("operator");
  const service = PATIENT.serviceId;
  product.ledger.control({ fault: "stuck", service });
  await openLane(page, PATIENT);
  const batches = makeBatches("ask", 1);
  const [id = ""] = await submitBatches(page, PATIENT, batches);
  await expectStatus(product, id, "Pending");
  await expect.poll(() => questionsFor(product, batches[0])).toBe(1);
  await expect(whyOf(page)).toHaveText(/^Waits for the ledger since .*: the first batch is Pending there\.$/);
  product.ledger.control({ clear: "stuck", service });
  await expect.poll(() => storyOf(product, batches)).toEqual(goesThrough(1));
  await commitElsewhere(page, product, "while not asked");
  expect(questionsFor(product, batches[0])).toBe(1);

  const asked = { button: "Ask the ledger now", verb: "Ask the ledger", reason: "The block is out" };
  await actByDialog(page, { ...asked, says: "The ledger is being asked." });
  await expectAudit(product, PATIENT, {
    action: "ask",
    reason: asked.reason,
    before: {},
    after: { asked: [id], count: 1 },
  });
  await expectStates(product, id, "Completed", []);
  expect(questionsFor(product, batches[0])).toBe(2);
  expect(storyOf(product, batches)).toEqual(goesThrough(1));
  await expect(whyOf(page)).toHaveText("Nothing waits in this lane.");
});
