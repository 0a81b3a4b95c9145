import { Webhook } from "standardwebhooks";
import { type Receiver, startReceiver } from "../tests/servers/receiver.ts";
import { addHookedCollection, depositToHooked } from "./setup/hooked-collection.ts";
import { PEOPLE } from "./setup/product.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test("a signing key is made, shown once, signs, and ends", async ({ as, product }) => {
  await addHookedCollection(product, { slug: "signed", callbackUrl: receiver.origin, host: receiver.host });
  const page = await as("admin");
  await page.goto("/callbacks/signing");
  const panel = page.getByRole("region", { name: "signed", exact: true });
  await expect(panel).toContainText("Its callbacks go unsigned.");
  await page.getByRole("button", { name: "Create a key of signed" }).click();
  await page.getByLabel("Reason").fill("The receiver checks now");
  await page.getByRole("button", { name: "Create the key" }).click();
  const shown = page.getByRole("region", { name: "Signing key of signed" });
  const secret = (await shown.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(panel).toContainText("In use.");
  expect(await page.content()).not.toContain(secret);

  await depositToHooked(page, product, "signed");
  await expect.poll(() => receiver.seen.length).toBe(1);
  const { headers = {}, body = "" } = receiver.seen[0] ?? {};
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(new Webhook(secret).verify(body, given)).toMatchObject({
    "job:jobState": { "job:jobStatus": "COMPLETED" },
  });

  await page.getByRole("button", { name: /^End the key of signed/ }).click();
  await page.getByLabel("Reason").fill("It has leaked");
  await page.getByRole("dialog").getByRole("button", { name: "End the key" }).click();
  await expect(panel).toContainText("Its callbacks go unsigned.");
  const audits = await product.db.audit.findMany({ where: { target: "signed" }, orderBy: { id: "asc" } });
  expect(audits).toMatchObject([
    { actor: PEOPLE.admin, action: "callback-key.create", reason: "The receiver checks now" },
    { actor: PEOPLE.admin, action: "callback-key.retire", reason: "It has leaked" },
  ]);
  expect(JSON.stringify(audits.map(({ before, after }) => [before, after]))).not.toContain(secret);
});
