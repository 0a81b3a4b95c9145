import { statusOf } from "./setup/by-token.ts";
import { expectSignedIn, invite } from "./setup/people.ts";
import { expect, test } from "./setup/test.ts";

const FIRST = "four words without sense";

test("an admin ends somebody's session and revokes their token, and cannot close her own account", async ({
  as,
  product,
  newBrowser,
}) => {
  const admin = await as("admin");
  const link = await invite(admin, { name: "Rita", email: "rita@example.org", role: "operator" });
  const page = await newBrowser();
  await page.goto(link);
  await page.getByLabel("Password").fill(FIRST);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expectSignedIn(page, "Rita");
  await page.goto("/account/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("nightly");
  await page.getByRole("button", { name: "Create token" }).click();
  const secret = (await page.getByText(/^wb_[\w-]{43}$/).textContent()) ?? "";

  await admin.goto("/people");
  await admin.getByRole("link", { name: "Rita", exact: true }).click();
  await admin.getByRole("button", { name: /^End the session of/ }).click();
  await expect(admin.getByText("Not signed in anywhere.")).toBeVisible();
  await admin.getByRole("button", { name: "Revoke nightly" }).click();
  await admin.getByRole("button", { name: "Revoke the token" }).click();
  await expect(admin.getByText("revoked", { exact: true })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Sign in to Waybill" })).toBeVisible();
  expect(await statusOf(page.request, "GET batches", secret)).toBe(401);

  const self = await product.db.user.findFirstOrThrow({ where: { email: "admin@example.org" } });
  await admin.goto(`/people/${self.id}`);
  await expect(admin.getByText("This is you.")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Close account" })).toHaveCount(0);
});

test("without a mail server the page for a forgotten password says whom to ask", async ({ newBrowser }) => {
  const page = await newBrowser();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgotten password" }).click();
  await expect(page.getByText(/Ask an admin for a one-time link/)).toBeVisible();
});
