import type { LaneAction } from "../core/contracts/lane-requests.ts";
import { makeBatches } from "../tests/fixtures/ledger/sign.ts";
import {
  actByApi,
  expectStatus,
  goesThrough,
  leaveUnresolved,
  openLane,
  storyOf,
  submitBatches,
  whyOf,
} from "./setup/lanes.ts";
import { PATIENT, SAWTOOTH, SCABBARD } from "./setup/ledger-lanes.ts";
import { lookAt } from "./setup/pictures.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

const ACTS = /^(Ask|Hold|Release|Halt|Resume|Resend|Mark resolved|Skip)/;
const UNRESOLVED =
  "A person has to decide: nobody can tell whether the ledger applied the first batch, and sending it again might apply it twice.";

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
