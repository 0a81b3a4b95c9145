import type { Page } from "@playwright/test";
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

/** What the API says to a release it refuses; in a page the browser would note the refusal as an error. */
async function refusalOf(page: Page, thing: string): Promise<string> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.delete(`/api/v1/${thing}/hold`, { headers });
  expect(answer.status()).toBe(409);
  return (await answer.json()).detail;
}

test("one job and the jobs of a batch that have not begun are held and released", async ({ as, product }) => {
  const operator = await as("operator");
  const { db } = product;
  const batchId = await depositMany(operator, product, "job-hold");
  const last = await db.job.findFirstOrThrow({ where: { batchId }, orderBy: { ordinal: "desc" } });
  await operator.goto(`/jobs/${last.id}`);
  await done(await act(operator, { button: "Hold", verb: "Hold the job", reason: "Its scan is bad" }));
  await expect(
    operator.getByText(new RegExp(`The job is held by ${OPERATOR} since .*: Its scan is bad\\.`)),
  ).toBeVisible();

  await operator.goto(`/batches/${batchId}`);
  await done(await act(operator, { button: "Hold", verb: "Hold the batch", reason: "Titles are wrong" }));
  await expect(whereOf(operator)).toContainText(`Held by ${OPERATOR}`);
  const begun = await db.job.count({ where: { batchId, state: { notIn: ["Pending", "Held"] } } });
  releaseMany(product, "job-hold");
  await expect
    .poll(() => countStates(product, batchId), { timeout: 60_000 })
    .toEqual({ Completed: begun, Held: MANY - begun });

  await operator.goto(`/jobs/${last.id}`);
  expect(await refusalOf(operator, `jobs/${last.id}`)).toContain(`The batch is held by ${OPERATOR} since`);
  await operator.goto(`/jobs?state=Held`);
  await expect(operator.getByText(/The batch is held by .*Titles are wrong\./).first()).toBeVisible();

  await operator.goto(`/batches/${batchId}`);
  await done(
    await act(operator, { button: "Release", verb: "Release the batch", reason: "Titles are right" }),
  );
  await expect
    .poll(() => countStates(product, batchId), { timeout: 60_000 })
    .toEqual({ Completed: MANY - 1, Held: 1 });
  await operator.goto(`/jobs/${last.id}`);
  await done(await act(operator, { button: "Release", verb: "Release the job", reason: "Scanned again" }));
  await expect.poll(() => countStates(product, batchId), { timeout: 60_000 }).toEqual({ Completed: MANY });
  expect(await auditsOf(product, last.id)).toMatchObject([
    { action: "job.hold", before: { held: false, state: "Pending" }, after: { held: true, state: "Held" } },
    { action: "job.release", reason: "Scanned again", after: { held: false, state: "Estimating" } },
  ]);
  expect(await auditsOf(product, batchId)).toMatchObject([
    { action: "batch.hold", before: { state: "Processing" }, after: { held: true, state: "Processing" } },
    { action: "batch.release", after: { held: false, jobs: MANY - 1 - begun } },
  ]);
});

test("a collection is held until a time, and releasing one of its batches says so", async ({
  as,
  product,
}) => {
  const operator = await as("operator");
  await operator.goto("/collections");
  const hold = { button: "Hold Maps", verb: "Hold the collection", reason: "Disks are changed" };
  // a day ahead, as the browser in Kathmandu writes it
  const until = new Date(Date.now() + 86_400_000);
  const local = new Date(until.getTime() + 345 * 60_000).toISOString().slice(0, 16);
  await done(await act(operator, { ...hold, until: local }));
  await expect(operator.getByText(/, until /)).toBeVisible();
  const batchId = await depositByForm(await as("depositor"), "collection.txt", "collection");
  await expectStates(product, batchId, "Held", []);
  await operator.goto(`/batches/${batchId}`);
  await expect(whereOf(operator)).toContainText("if nobody releases the hold before");
  expect(await refusalOf(operator, `batches/${batchId}`)).toContain(
    `The collection is held by ${OPERATOR} since`,
  );
  await operator.goto("/collections");
  await done(
    await act(operator, {
      button: "Release the hold on Maps",
      verb: "Release the hold",
      reason: "The disks are in",
    }),
  );
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const [held, released] = (await auditsOf(product, "maps")).slice(-2);
  expect(held).toMatchObject({
    action: "collection.hold",
    after: { held: true, until: `${until.toISOString().slice(0, 16)}:00.000Z` },
  });
  expect(released).toMatchObject({
    action: "collection.release",
    after: { held: false, batches: 1, jobs: 0 },
  });
});

test("the whole intake is held: every page says so, deposits wait, and releasing it lets them go on", async ({
  as,
  product,
}) => {
  const operator = await as("operator");
  const viewer = await as("viewer");
  await viewer.goto("/objects");
  await expect(viewer.getByText("Live", { exact: true })).toBeVisible();
  await operator.goto("/lanes");
  await done(
    await act(operator, {
      button: "Hold the intake",
      verb: "Hold the intake",
      reason: "The database is moved",
    }),
  );
  const says = new RegExp(`The intake is held by ${OPERATOR} since .*: The database is moved\\.`);
  for (const page of [operator, viewer])
    await expect(page.getByRole("status", { name: "The intake" })).toHaveText(says);
  await expect(viewer.getByRole("button", { name: /Release/ })).toHaveCount(0);
  await expect(operator.getByRole("button", { name: "Hold the intake" })).toHaveCount(0);
  expect(await violations(operator, "all")).toEqual([]);
  await operator.emulateMedia({ colorScheme: "dark" });
  expect(await violations(operator, "colours")).toEqual([]);

  const depositor = await as("depositor");
  const batchId = await depositByForm(depositor, "intake.txt", "intake");
  await expect(whereOf(depositor)).toHaveText(
    new RegExp(`^First in line\\. All new work is held by ${OPERATOR} since .*: The database is moved\\.$`),
  );
  await operator.goto("/lanes/maps");
  await expect(operator.getByRole("status", { name: "What it waits for" })).toContainText(
    `The whole intake is held by ${OPERATOR} since`,
  );
  await expectStates(product, batchId, "Pending", []);
  await done(
    await act(operator, {
      button: "Release the hold on the intake",
      verb: "Release the hold",
      reason: "The database has moved",
    }),
  );
  await expectStates(product, batchId, "Completed", ["Completed"]);
  await expect(viewer.getByRole("status", { name: "The intake" })).toHaveText("");
  expect(await auditsOf(product, "intake")).toMatchObject([
    {
      action: "intake.hold",
      reason: "The database is moved",
      before: { held: false },
      after: { held: true },
    },
    {
      action: "intake.release",
      reason: "The database has moved",
      before: { held: true },
      after: { held: false },
    },
  ]);
});
