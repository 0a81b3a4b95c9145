import { readQuoted } from "../tests/servers/read-quoted.ts";
import { expectSignedIn, signIn } from "./setup/people.ts";
import { lookAt } from "./setup/pictures.ts";
import { PEOPLE } from "./setup/product.ts";
import { expect, test } from "./setup/test.ts";

test.use({ mail: true });

const NEW = "four words without sense";

/** The link in a mail's text part. */
function linkIn(raw: string): string {
  return /https?:\/\/\S+\/choose-password#wl_[\w-]{43}/.exec(readQuoted(raw))?.[0] ?? "";
}

test("a forgotten password is mended by mail, and the answer tells nothing", async ({
  as,
  newBrowser,
  product,
}, testInfo) => {
  const page = await newBrowser();
  const ask = async (email: string) => {
    await page.goto("/forgotten-password");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    const answer = page.getByRole("status").filter({ hasText: "has an account" });
    await expect(answer).toBeVisible();
    return ((await answer.textContent()) ?? "").replace(email, "X");
  };
  await page.goto("/forgotten-password");
  await lookAt(page, testInfo, "forgotten");
  expect(await ask("nobody@example.org")).toBe(await ask(PEOPLE.viewer));
  await lookAt(page, testInfo, "forgotten-asked");
  await expect.poll(() => product.smtp?.mails.length).toBe(1);
  const [mail] = product.smtp?.mails ?? [];
  expect(mail?.recipients).toEqual([PEOPLE.viewer]);
  expect(mail?.header("Subject")).toBe("Choose a new password for Waybill");

  const admin = await as("admin");
  await admin.goto("/mail");
  await admin.getByRole("link", { name: "Choose a new password for Waybill" }).click();
  await expect(admin.getByText("(the link is only in the mail itself)")).toBeVisible();
  expect(await admin.content()).not.toContain("wl_");
  await expect
    .poll(async () => JSON.stringify((await product.db.outbox.findMany()).map(({ payload }) => payload)))
    .not.toContain("sealedSecret");

  await page.goto(linkIn(mail?.raw ?? ""));
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await lookAt(page, testInfo, "choose-password");
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Save password" }).click();
  await expectSignedIn(page, PEOPLE.viewer);
  const again = await newBrowser();
  await signIn(again, PEOPLE.viewer, NEW);
  await expectSignedIn(again, PEOPLE.viewer);
});

test("an invitation is mailed, and the page says so", async ({ as, product }) => {
  const admin = await as("admin");
  await admin.goto("/people");
  await admin.getByRole("button", { name: "Invite person" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Mia");
  await dialog.getByLabel("E-mail").fill("mia@example.org");
  await dialog.getByLabel("Role").selectOption("viewer");
  await dialog.getByRole("button", { name: "Invite person" }).click();
  await expect(admin.getByText(/A mail with the link is on its way to mia@example\.org/)).toBeVisible();
  await expect
    .poll(
      () => product.smtp?.mails.find(({ recipients }) => recipients.includes("mia@example.org"))?.raw ?? "",
    )
    .toContain("You are invited to Waybill");
});
