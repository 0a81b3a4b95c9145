import { depositByForm } from "./setup/deposit.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

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
