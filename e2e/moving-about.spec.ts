import { createHash } from "node:crypto";
import { live } from "./setup/live.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

test("an upload goes on while its depositor looks at five other pages", async ({ as, product }) => {
  const page = await as("operator");
  const content = Buffer.alloc(6_000_000, `${Math.random()} `);
  const name = `going-on-${Math.random()}.bin`;
  await page.goto("/deposit?collection=maps");
  await live(page);
  const devtools = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  // two minutes for the whole of it: however slow the machine, the rooms are looked at before it is there
  await devtools.send("Network.emulateNetworkConditions", {
    ...network,
    uploadThroughput: 50_000,
  });
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: content });
  const button = page.getByRole("button", { name: /^Deposit .*to Maps/ });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByText("Uploading. It goes on while you look at other pages")).toBeVisible();
  const bar = page.getByRole("complementary", { name: "Deposit" });
  for (const room of ["Batches", "Jobs", "Lanes", "Objects", "Collections"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: room }).click();
    await expect(page.getByRole("heading", { level: 1, name: room })).toBeVisible();
    await expect(bar.getByText(`Uploading ${name}`)).toBeVisible();
  }
  // detaching alone does not lift it from a request under way
  await devtools.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: -1 });
  await devtools.detach();
  await expect(bar.getByText(`${name} is accepted.`)).toBeVisible({ timeout: 60_000 });
  await bar.getByRole("link", { name: "See where it is" }).click();
  await page.waitForURL(/\/batches\/bid-/);
  const batchId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const file = await product.db.jobFile.findFirstOrThrow({ where: { job: { batchId } } });
  expect(file.sha256).toBe(createHash("sha256").update(content).digest("hex"));
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await expect(bar).toBeHidden();
});
