import { confirm, depositMissing, expectAudit, serve } from "./setup/requeue.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

test("an operator begins at the overview, silences an incident and resumes its jobs", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  // a refusal, which no other test has: jobs of one cause are one incident, whoever has deposited them
  for (const place of [1, 2, 3]) product.source.serve(`/incident/${place}`, { kind: "status", status: 403 });
  const batchId = await depositMissing(page, product, "incident", 3);
  await expectStates(product, batchId, "Failed", ["Failed", "Failed", "Failed"]);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const needs = page.getByRole("region", { name: "Needs a person" });
  const incident = needs.getByRole("listitem").filter({ hasText: "source_refused" });
  await expect(incident).toContainText("3 jobs failed while their files were being fetched from");
  expect(await violations(page)).toEqual([]);

  await incident.getByRole("button", { name: /^Silence: 3 jobs/ }).click();
  await confirm(page, "Silence incident", "the source is being moved");
  await expect(needs.getByText("1 silenced incident")).toBeVisible();
  await expect(incident).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAudit(product, { action: "incident.silence", reason: "the source is being moved" });

  serve(product, "incident", 3);
  await needs.getByText("1 silenced incident").click();
  await incident.getByRole("button", { name: /^Resume 3 jobs/ }).click();
  await confirm(page, "Resume 3 jobs", "the source has them now");
  await expect(needs.getByRole("status", { name: "What was done" })).toHaveText("3 jobs resumed.");
  await expectStates(product, batchId, "Failed", ["Completed", "Completed", "Completed"]);
  await expect(incident).toHaveCount(0);
  await expectAudit(product, {
    action: "jobs.requeue",
    reason: "the source has them now",
    before: { Failed: 3 },
  });
});

test("a depositor and a viewer begin at the batches", async ({ as }) => {
  for (const role of ["depositor", "viewer"] as const) {
    const page = await as(role);
    await page.goto("/");
    await expect(page).toHaveURL(/\/batches$/);
    await expect(page.getByRole("link", { name: "Overview" })).toHaveCount(0);
    const asked = await page.request.get("/api/v1/overview");
    expect(asked.status()).toBe(403);
  }
});
