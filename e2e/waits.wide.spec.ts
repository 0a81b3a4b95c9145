import type { Page } from "@playwright/test";
import { makeLaneScene } from "../tests/factories/lane-scene.ts";
import { makeBatch } from "../tests/factories/make-batch.ts";
import { makeCollection } from "../tests/factories/make-collection.ts";
import { makeFile } from "../tests/factories/make-file.ts";
import { makeJob } from "../tests/factories/make-job.ts";
import { lookAt } from "./setup/pictures.ts";
import { PEOPLE, type Product } from "./setup/product.ts";
import { expect, test } from "./setup/test.ts";

/** What stands still is told as that, by its reason, wherever it is looked at; red only where a person has to act. */

const alarms = (page: Page) => page.getByRole("alert", { name: "Installation alarms" });
const BEGUN = { submitted: true, submissionStatus: "Pending" } as const;
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** Whether what says a text is red or amber: as the nearest element around it is that is either. */
const toneOf = (page: Page, text: string | RegExp) =>
  page
    .getByText(text)
    .first()
    .evaluate((element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const tone = /\b(?:text|bg)-(person|time)\b/.exec(at.getAttribute("class") ?? "")?.[1];
        if (tone) return tone;
      }
      throw new Error("It is neither red nor amber.");
    });

/** What takes away again what a test has put there: the tests after it see its alarms too, also when it failed. */
const undo: (() => Promise<unknown>)[] = [];
async function undoAll(): Promise<void> {
  for (const one of undo.splice(0)) await one();
}
test.afterEach(undoAll);

/** Ends what a test has put there, so that no alarm is left. */
async function end(product: Product, batchId: string, jobIds: readonly string[]): Promise<void> {
  await product.db.job.updateMany({
    where: { id: { in: [...jobIds] } },
    data: { state: "Completed", waitCode: null, waitReason: null, endedAt: new Date() },
  });
  await product.db.batch.update({
    where: { id: batchId },
    data: { state: "Completed", submissionStatus: "Committed", endedAt: new Date() },
  });
}

test("want of disk: a banner, the lists, the batch and the lane say so, and none says that it runs", async ({
  as,
  product,
}, testInfo) => {
  const { db } = product;
  const collection = await makeCollection(db, { slug: "full", name: "Full" });
  const { serviceId } = await db.lane.findUniqueOrThrow({ where: { id: collection.laneId } });
  const batchId = await makeBatch(db, collection, "Processing", {
    ...BEGUN,
    deposit: { title: "Boxes 1 to 9" },
  });
  const full = {
    waitCode: "disk_full",
    waitReason: "A disk of Waybill's is full. An operator must free up space.",
  };
  const jobs = [
    await makeJob(db, batchId, "Completed"),
    await makeJob(db, batchId, "Downloading", full),
    await makeJob(db, batchId, "Pending"),
  ];
  undo.push(() => end(product, batchId, jobs));
  await makeFile(db, jobs[1] ?? "", { declaredSize: 4_000n, received: 1_000n });
  const page = await as("operator");
  await page.goto("/batches");
  await expect(row(page, "Boxes 1 to 9").getByText("Disk is full")).toBeVisible();
  await expect(row(page, "Boxes 1 to 9").getByText("Processing")).toHaveCount(0);
  await expect(alarms(page).getByText(/A disk is full and 1 job waits for room/)).toBeVisible({
    timeout: 30_000,
  });
  await page.goto("/jobs");
  await expect(row(page, "map-2.tif").getByText("Disk is full")).toBeVisible();
  await page.goto(`/jobs/${jobs[2]}`);
  await expect(page.getByText("Disk is full", { exact: true })).toBeVisible();
  await page.goto(`/lanes/${serviceId}`);
  await expect(
    page.getByText(
      /Jobs of the first batch wait for disk space: 1 of 3 has ended\. An operator has to act\./,
    ),
  ).toBeVisible();
  await page.goto(`/batches/${batchId}`);
  await expect(page.getByText("1 of 3 objects is stored; 1 waits for disk space.")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Bytes" })).toHaveAttribute("aria-valuenow", "25");
  await lookAt(page, testInfo, "disk-full");
  await undoAll();
  await expect(alarms(page).getByText(/A disk is full/)).toHaveCount(0, { timeout: 30_000 });
});

test("a ledger that does not answer is amber, a halted lane red", async ({ as, product }, testInfo) => {
  const { db } = product;
  const scene = await makeLaneScene(db);
  await db.lane.update({ where: { id: scene.laneId }, data: { ledger: "main" } });
  const batchId = await scene.add("Processing", {
    ...BEGUN,
    acceptedAt: new Date(),
    expandedAt: null,
    deposit: { title: "Ledger entry 7" },
  });
  undo.push(
    () => end(product, batchId, []),
    () =>
      db.lane.update({
        where: { id: scene.laneId },
        data: { silentSince: null, haltedAt: null, haltedReason: null },
      }),
  );
  await db.lane.update({ where: { id: scene.laneId }, data: { silentSince: new Date(Date.now() - 61_000) } });
  const page = await as("operator");
  await page.goto("/lanes?alarm=true");
  await expect(alarms(page).getByText(/does not answer: .*Waybill keeps trying/)).toBeVisible({
    timeout: 20_000,
  });
  await expect(row(page, scene.serviceId).getByText("Ledger is silent")).toBeVisible();
  await expect(row(page, scene.serviceId).getByText(/The ledger has been unreachable since/)).toBeVisible();
  expect(await toneOf(page, /does not answer: /)).toBe("time");
  await page.goto("/batches");
  await expect(row(page, "Ledger entry 7").getByText("Waits for the ledger")).toBeVisible();

  await db.lane.update({
    where: { id: scene.laneId },
    data: {
      silentSince: null,
      haltedAt: new Date(),
      haltedReason: "The ledger refused a batch: bad signature",
    },
  });
  await page.goto(`/lanes/${scene.serviceId}`);
  await expect(alarms(page).getByText(/A lane needs a person: |Lanes need a person: /)).toBeVisible({
    timeout: 20_000,
  });
  expect(await toneOf(page, /A lane needs a person: |Lanes need a person: /)).toBe("person");
  await expect(page.getByText(/^Halted since/)).toBeVisible();
  await lookAt(page, testInfo, "halted");
});

test("a depositor behind a held deposit reads who holds it, since when and why, and how much is before hers", async ({
  as,
  product,
}, testInfo) => {
  const { db } = product;
  const collection = await makeCollection(db, { slug: "queue", name: "Queue" });
  const ada = await db.user.findFirstOrThrow({ where: { email: PEOPLE.depositor } });
  await db.grant.create({ data: { userId: ada.id, collectionId: collection.id, grantedBy: "e2e" } });
  const first = await makeBatch(db, collection, "Held", {
    kind: "ManifestOfFiles",
    heldAt: new Date("2026-01-31T14:32:05Z"),
    heldBy: "Olga Operator",
    heldReason: "a box is missing",
    waitReason: "Olga Operator holds it: a box is missing",
  });
  const mine = await makeBatch(db, collection, "Pending", { deposit: { title: "Mine" } });
  undo.push(() =>
    db.batch.updateMany({
      where: { id: { in: [first, mine] } },
      data: { state: "Deleted", endedAt: new Date(), heldAt: null },
    }),
  );
  const page = await as("depositor");
  await page.goto(`/batches/${mine}`);
  const where = page.getByRole("status", { name: "Where it is" });
  await expect(where).toContainText("Waiting in line: 1 deposit before yours in this lane.");
  await expect(where).toContainText(/The first batch is held by Olga Operator since .*: a box is missing\./);
  await lookAt(page, testInfo, "in-line");
});

test("the bar of an upload stands at the bottom of a phone, and covers nothing", async ({ as }) => {
  const page = await as("operator");
  await page.goto("/deposit?collection=maps");
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.setViewportSize({ width: 360, height: 740 });
  const devtools = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: 50_000 });
  const buffer = Buffer.alloc(2_000_000, `${Math.random()} `);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "bar.bin", mimeType: "application/octet-stream", buffer });
  const button = page.getByRole("button", { name: /^Deposit .*to Maps/ });
  await expect(button).toBeEnabled();
  await button.click();
  await page.getByRole("link", { name: "Checks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Checks" })).toBeVisible();
  const bar = page.getByRole("complementary", { name: "Deposit" });
  await expect(bar).toBeVisible();
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const content = await page.locator("main").boundingBox();
  expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);
  await devtools.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: -1 });
  await expect(bar.getByText("bar.bin is accepted.")).toBeVisible({ timeout: 60_000 });
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Checks" })).toBeFocused();
});
