import { depositByForm } from "./setup/deposit.ts";
import { everyPage } from "./setup/every-page.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

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
