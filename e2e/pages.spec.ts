import { depositByForm } from "./setup/deposit.ts";
import { everyPage } from "./setup/every-page.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

test("a file dropped on the form ends as a stored object that can be downloaded", async ({ as, product }) => {
  const page = await as("depositor");
  const batchId = await depositByForm(page, "größe 地図.txt", "a drawn map");
  await expectStates(product, batchId, "Completed", ["Completed"]);
  await expect(page.getByText(/object is stored/)).toBeVisible();
  await page.getByRole("link", { name: "größe 地図.txt" }).first().click();
  await page.getByRole("link", { name: "Open the object" }).click();
  const download = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /größe 地図\.txt/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toBe("größe 地図.txt");
});

test("the form shows what is wrong with a manifest before anything is uploaded", async ({ as, product }) => {
  const page = await as("depositor");
  await page.goto("/deposit");
  const bad =
    "#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest\nftp://a/b | md5 | zz | | | ../x\n";
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "bad.checkm", mimeType: "text/plain", buffer: Buffer.from(bad) });
  await expect(page.getByText("Line 3").first()).toBeVisible();
  expect(await product.db.batch.count({ where: { payloadFilename: "bad.checkm" } })).toBe(0);
});

test("nobody sees what is not theirs", async ({ as, product, request }) => {
  const page = await as("depositor");
  const batchId = await depositByForm(page, "mine.txt", "mine");
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const { jobs } = await product.db.batch.findUniqueOrThrow({
    where: { id: batchId },
    include: { jobs: true },
  });
  const stranger = await as("stranger");
  for (const path of [`batches/${batchId}`, `jobs/${jobs[0]?.id}`, `batches/${batchId}/reports/1/jobs.csv`]) {
    expect((await stranger.request.get(`/api/v1/${path}`)).status(), path).toBe(404);
    expect((await request.get(`${product.url}/api/v1/${path}`)).status(), path).toBe(401);
  }
  expect((await (await stranger.request.get("/api/v1/batches")).json()).items).toEqual([]);
});

test("uploads of 11 and 64 MB arrive whole, by body and by form", async ({ as, product }) => {
  const page = await as("depositor");
  const headers = { origin: product.url };
  for (const megabytes of [11, 64]) {
    const buffer = Buffer.alloc(megabytes * 1_048_576, `${megabytes} megabytes `);
    const raw = await page.request.post(
      `/api/v1/batches?collection=maps&filename=raw-${megabytes}.bin&type=file`,
      { headers, data: buffer, timeout: 60_000 },
    );
    const form = await page.request.post("/api/v1/batches", {
      headers,
      multipart: {
        collection: "maps",
        type: "file",
        file: { name: `form-${megabytes}.bin`, mimeType: "application/octet-stream", buffer },
      },
      timeout: 60_000,
    });
    for (const answer of [raw, form]) {
      expect(answer.status()).toBe(202);
      const { batch } = await answer.json();
      expect(batch.payloadSize).toBe(String(buffer.length));
      await expectStates(product, batch.id, "Completed", ["Completed"]);
    }
  }
});

test("an Idempotency-Key gives the same batch again, and refuses another body", async ({ as, product }) => {
  const page = await as("depositor");
  const send = (body: string) =>
    page.request.post("/api/v1/batches?collection=maps&filename=key.txt&type=file", {
      headers: { origin: product.url, "idempotency-key": "key-1" },
      data: Buffer.from(body),
    });
  const [first, again, other] = [await send("one"), await send("one"), await send("two")];
  expect([first.status(), again.status(), other.status()]).toEqual([202, 202, 422]);
  expect((await again.json()).batch.id).toBe((await first.json()).batch.id);
  expect((await other.json()).code).toBe("key_reused");
  expect(await product.db.batch.count({ where: { payloadFilename: "key.txt" } })).toBe(1);
});

test("a collection's hold stops new deposits and releasing it lets them go on", async ({ as, product }) => {
  const viewer = await as("viewer");
  await viewer.goto("/collections");
  await expect(viewer.getByText("Live", { exact: true })).toBeVisible();
  const admin = await as("admin");
  await admin.goto("/collections");
  // other tests have made collections, one of them with a name that comes first
  await admin.getByRole("button", { name: "Hold Maps" }).click();
  await admin.getByLabel("Reason").fill("The racks are being moved");
  await admin.getByRole("dialog").getByRole("button", { name: /^Hold/ }).click();
  await expect(admin.getByText("The racks are being moved")).toBeVisible();
  // the list is not read again by itself: somebody else's page hears of it
  await expect(viewer.getByText("The racks are being moved")).toBeVisible();
  const page = await as("depositor");
  const batchId = await depositByForm(page, "held.txt", "held");
  await expectStates(product, batchId, "Held", []);
  await expect(page.getByText(/The racks are being moved/).first()).toBeVisible();
  await admin.getByRole("button", { name: "Release the hold on Maps" }).click();
  await admin.getByLabel("Reason").fill("The racks stand again");
  await admin
    .getByRole("dialog")
    .getByRole("button", { name: /^Release/ })
    .click();
  // it stays open, and says why, when the act is refused
  await expect(admin.getByRole("dialog")).toBeHidden();
  await expectStates(product, batchId, "Completed", ["Completed"]);
  await expect(viewer.getByText("The racks are being moved")).toHaveCount(0);
  expect(
    await product.db.audit.findMany({
      where: { reason: { in: ["The racks are being moved", "The racks stand again"] } },
      orderBy: { id: "asc" },
      select: { action: true },
    }),
  ).toEqual([{ action: "collection.hold" }, { action: "collection.release" }]);
});

test("every page is free of what axe can find, light and dark", async ({ as, product }) => {
  test.slow();
  const admin = await as("admin");
  for (const path of await everyPage(product, admin, "axe")) {
    await admin.goto(path);
    await expect(admin.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await violations(admin), path).toEqual([]);
    await admin.emulateMedia({ colorScheme: "dark" });
    expect(await violations(admin, "colours"), `${path}, dark`).toEqual([]);
    await admin.emulateMedia({ colorScheme: "light" });
  }
});
