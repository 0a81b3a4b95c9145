import type { LaneAction } from "../core/contracts/lane-requests.ts";
import { makeBatches } from "../tests/fixtures/ledger/sign.ts";
import {
  actByApi,
  actByDialog,
  commitElsewhere,
  expectAudit,
  expectStatus,
  goesThrough,
  leaveUnresolved,
  lineOf,
  openLane,
  questionsFor,
  storyOf,
  submitBatches,
  whyOf,
} from "./setup/lanes.ts";
import { PATIENT, SAWTOOTH, SCABBARD } from "./setup/ledger-lanes.ts";
import { lookAt } from "./setup/pictures.ts";
import { PEOPLE } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** Acts on whole lanes, by their dialogs; what is done to single batches is in lanes-batches.spec.ts. Each test leaves its lanes empty. */

const ACTS = /^(Ask|Hold|Release|Halt|Resume|Resend|Mark resolved|Skip)/;
const UNRESOLVED =
  "A person has to decide: nobody can tell whether the ledger applied the first batch, and sending it again might apply it twice.";

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

test("The list says why each lane waits, pictures show it, and a viewer can only look", async ({
  as,
  product,
}, testInfo) => {
  // axe looks at six pages
  test.slow();
  const page = await as("operator");
  const { ledger, db } = product;
  await openLane(page, SAWTOOTH);
  expect((await actByApi(page, SAWTOOTH, { action: "hold", reason: "Disks are changed" })).status()).toBe(
    200,
  );
  ledger.control({ fault: "stuck", service: PATIENT.serviceId });
  const held = await submitBatches(page, SAWTOOTH, makeBatches("list held", 2));
  const patient = makeBatches("list pending", 1);
  const [pending = ""] = await submitBatches(page, PATIENT, patient);
  const { ids } = await leaveUnresolved(page, product, "list unresolved");
  await expectStatus(product, pending, "Pending");

  const reasons = [
    [SAWTOOTH, /Held by operator@example\.org since .*: Disks are changed\./],
    [PATIENT, /the first batch.*Pending/],
    [SCABBARD, UNRESOLVED],
  ] as const;
  const viewer = await as("viewer");
  for (const person of [page, viewer]) {
    await person.goto("/lanes");
    for (const [{ serviceId }, why] of reasons)
      await expect(person.getByRole("row").filter({ hasText: serviceId })).toContainText(why);
  }
  await expect(page.getByText(UNRESOLVED)).toBeVisible();
  await lookAt(page, testInfo, "list");
  await openLane(page, SCABBARD);
  await expect(page.getByText(UNRESOLVED)).toBeVisible();
  await lookAt(page, testInfo, "lane");

  const audits = await db.audit.count();
  for (const [lane, why] of reasons) {
    await openLane(viewer, lane);
    await expect(whyOf(viewer)).toContainText(why);
    await expect(viewer.getByRole("button", { name: ACTS })).toHaveCount(0);
  }
  const batchId = ids[0] ?? "";
  const reason = "I would like to";
  const actions: readonly LaneAction[] = [
    ...(["hold", "release", "halt", "resume", "ask"] as const).map((action) => ({ action, reason })),
    { action: "ask", reason, batchId },
    { action: "resend", reason, batchId },
    { action: "resolve", reason, batchId, as: "Committed" },
    { action: "skip", reason, batchId },
  ];
  for (const action of actions) {
    const answer = await actByApi(viewer, SCABBARD, action);
    expect([action.action, answer.status(), (await answer.json()).code]).toEqual([
      action.action,
      403,
      "not_allowed",
    ]);
  }
  expect(await db.audit.count()).toBe(audits);

  ledger.control({ clear: "stuck", service: PATIENT.serviceId });
  await actByApi(page, SAWTOOTH, { action: "release", reason: "They are in" });
  const skipped = { action: "skip", reason: "Not needed", batchId } as const;
  await actByApi(page, SCABBARD, { ...skipped, even_if_it_may_still_apply: true });
  await expect.poll(() => storyOf(product, patient)).toEqual(goesThrough(1));
  await actByApi(page, PATIENT, { action: "ask", reason: "The block is out" });
  for (const id of [...held, pending, ids[1] ?? ""]) await expectStates(product, id, "Completed", []);
});
