import { invite, shownLink } from "./setup/people.ts";
import { lookAt } from "./setup/pictures.ts";
import { expect, test } from "./setup/test.ts";

test("the pages of accounts look as they should", async ({ as, product, newBrowser }, testInfo) => {
  test.slow();
  const admin = await as("admin");
  const link = await invite(admin, {
    name: "Ngozi Adichie-Okonkwo-Featherstonehaugh 地図",
    email: "a.very.long.address.of.somebody@department.of.maps.example.org",
    role: "depositor",
  });
  await lookAt(admin, testInfo, "people-invited");
  await admin.getByRole("button", { name: "Invite person" }).click();
  await lookAt(admin, testInfo, "invite-dialog");
  await admin.keyboard.press("Escape");
  await admin.getByRole("link", { name: /Ngozi/ }).click();
  await expect(admin.getByRole("heading", { level: 1, name: /Ngozi/ })).toBeVisible();
  await lookAt(admin, testInfo, "person-invited");
  const operator = await product.db.user.findFirstOrThrow({ where: { email: "operator@example.org" } });
  const other = await as("operator");
  await other.goto("/account");
  await other.getByRole("button", { name: "New token" }).click();
  await lookAt(other, testInfo, "new-token");
  await other.getByRole("dialog").getByLabel("Name").fill("nightly harvest of the maps");
  await other.getByRole("button", { name: "Create token" }).click();
  await expect(other.getByText(/^wb_[\w-]{43}$/)).toBeVisible();
  await lookAt(other, testInfo, "account");
  await other.getByRole("button", { name: "Change password" }).click();
  await lookAt(other, testInfo, "change-password");
  await admin.goto(`/people/${operator.id}`);
  await admin.getByRole("button", { name: "New one-time link" }).click();
  await shownLink(admin);
  await lookAt(admin, testInfo, "person-link");
  await admin.getByRole("button", { name: "Change role" }).click();
  await lookAt(admin, testInfo, "role-dialog");
  await admin.keyboard.press("Escape");
  await admin.getByRole("button", { name: "Close account" }).click();
  await lookAt(admin, testInfo, "close-dialog");

  const page = await newBrowser();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Accept invitation" })).toBeVisible();
  await lookAt(page, testInfo, "accept-invitation");
  await page.goto(`/choose-password#wl_${"x".repeat(43)}`);
  await expect(page.getByText("This link no longer works.")).toBeVisible();
  await lookAt(page, testInfo, "link-ended");
  await page.goto("/forgotten-password");
  await lookAt(page, testInfo, "forgotten-without-mail");
  await page.goto("/sign-in");
  await lookAt(page, testInfo, "sign-in");
});
