import { statusOf } from "./setup/by-token.ts";
import { expectSignedIn, invite, shownLink, signIn } from "./setup/people.ts";
import { PASSWORD, PEOPLE } from "./setup/product.ts";
import { expect, test } from "./setup/test.ts";

const FIRST = "four words without sense";
const SECOND = "five words without any sense";
const THIRD = "half a dozen words without sense";

/** What a role may do by token, and what not. `scope`: the one the token is given beside Read; a viewer has no tokens. */
const LIVES = [
  { role: "depositor", name: "Dana", room: "My deposits", scope: "Deposit", refused: "PUT intake/hold" },
  { role: "operator", name: "Otto", room: "Mailbox", scope: "Operate", refused: "POST collections" },
  { role: "admin", name: "Anna", room: "People", scope: "Configure", refused: "PUT intake/hold" },
  { role: "viewer", name: "Vera", room: "Lanes", scope: null, refused: null },
] as const;

/** What the audit has of such a life, and by what way it came; the oldest first. */
const AUDITED = [
  ["Invited a person", "signed in"],
  ["Failed to sign in", "by password"],
  ["Accepted the invitation", "by a one-time link"],
  ["Signed in", "by password"],
  ["Signed in", "by password"],
  ["Signed in", "by password"],
  ["Changed their own password", "signed in"],
  ["Created an API token", "signed in"],
  ["Created a one-time link", "signed in"],
  ["Created a one-time link", "signed in"],
  ["Chose a new password using a link", "by a one-time link"],
  ["Signed in", "by password"],
  ["Changed a role", "signed in"],
  ["Changed a role", "signed in"],
  ["Signed in", "by password"],
  ["Closed an account", "signed in"],
  ["Failed to sign in", "by password"],
  ["Reopened an account", "signed in"],
  ["Signed in", "by password"],
  ["Signed out", "signed in"],
  ["Closed an account", "signed in"],
] as const;

for (const { role, name, room, scope, refused } of LIVES) {
  test(`the account of ${/^[ao]/.test(role) ? "an" : "a"} ${role}, from the invitation to its closing`, async ({
    as,
    product,
    newBrowser,
    request,
  }) => {
    test.slow();
    const email = `${name.toLowerCase()}@example.org`;
    const admin = await as("admin");
    const link = await invite(admin, { name, email, role });

    await test.step("the invited person chooses a password, a good one", async () => {
      expect(link).toContain(product.url);
      const page = await newBrowser();
      await signIn(page, email, PASSWORD);
      await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Accept invitation" })).toBeVisible();
      await page.getByLabel("Password").fill("Password1234!");
      await page.getByRole("button", { name: "Accept invitation" }).click();
      await expect(page.getByText(/too easy to guess/)).toBeVisible();
      await page.getByLabel("Password").fill(FIRST);
      await page.getByRole("button", { name: "Accept invitation" }).click();
      await expectSignedIn(page, name);
      await expect(page.getByRole("navigation", { name: "Main" }).getByText(room)).toBeVisible();
      await page.goto("about:blank");
      await page.goto(link);
      await expect(page.getByText("This link no longer works.")).toBeVisible();
    });

    const page = await newBrowser();
    await signIn(page, email, FIRST);
    await expectSignedIn(page, name);

    await test.step("changes the password, which ends the session elsewhere and not here", async () => {
      const elsewhere = await newBrowser();
      await signIn(elsewhere, email, FIRST);
      await expectSignedIn(elsewhere, name);
      await page.goto("/account");
      await expect(page.getByText(", this one")).toBeVisible();
      await page.getByRole("button", { name: "Change password" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Current password").fill("not this one at all");
      await dialog.getByLabel("New password").fill(SECOND);
      await dialog.getByRole("button", { name: "Change password" }).click();
      await expect(dialog.getByText("The current password is wrong.")).toBeVisible();
      await dialog.getByLabel("Current password").fill(FIRST);
      await dialog.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText(/^Password changed\. Ended 2 other sessions\.$/)).toBeVisible();
      await elsewhere.goto("/account");
      await expect(elsewhere.getByRole("heading", { name: "Sign in to Waybill" })).toBeVisible();
    });

    const token = await test.step("makes a token that can do what was chosen, and no more", async () => {
      if (scope === null) {
        await expect(page.getByRole("button", { name: "New token" })).toHaveCount(0);
        return undefined;
      }
      await page.getByRole("button", { name: "New token" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("nightly");
      await dialog.getByLabel(new RegExp(`^${scope}`)).check();
      await dialog.getByRole("button", { name: "Create token" }).click();
      const secret = (await page.getByText(/^wb_[\w-]{43}$/).textContent()) ?? "";
      await expect(page.getByRole("cell", { name: `Read, ${scope}` })).toBeVisible();
      const row = await product.db.apiToken.findFirstOrThrow({ where: { user: { email } } });
      const days = ((row.expiresAt?.getTime() ?? 0) - row.createdAt.getTime()) / 86_400_000;
      expect(days).toBe(365);
      const call = (what: string) => statusOf(page.request, what, secret);
      expect([await call("GET batches"), await call(refused)]).toEqual([200, 403]);
      expect([await call("GET people"), await call("GET tokens"), await call("POST tokens")]).toEqual([
        403, 403, 403,
      ]);
      return secret;
    });

    await admin.goto("/people");
    await admin.getByRole("link", { name, exact: true }).click();
    await expect(admin.getByRole("heading", { level: 1, name })).toBeVisible();

    await test.step("has forgotten the password: an admin's link gives a new one", async () => {
      await admin.getByRole("button", { name: "New one-time link" }).click();
      const older = await shownLink(admin);
      await admin.getByRole("button", { name: "Hide the link" }).click();
      await admin.getByRole("button", { name: "New one-time link" }).click();
      const newer = await shownLink(admin);
      expect(newer).not.toBe(older);
      const forgetful = await newBrowser();
      await forgetful.goto(older);
      await expect(forgetful.getByText("This link no longer works.")).toBeVisible();
      await forgetful.goto(newer);
      await expect(forgetful.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
      await forgetful.getByLabel("New password").fill(THIRD);
      await forgetful.getByRole("button", { name: "Save password" }).click();
      await expectSignedIn(forgetful, name);
      await page.goto("/account");
      await expect(page.getByRole("heading", { name: "Sign in to Waybill" })).toBeVisible();
      if (token !== undefined) expect(await statusOf(page.request, "GET batches", token)).toBe(200);
    });

    await test.step("gets another role, then the old one again", async () => {
      const change = async (to: string) => {
        await admin.getByRole("button", { name: "Change role" }).click();
        await admin.getByRole("dialog").getByLabel("Role").selectOption(to);
        await admin.getByRole("button", { name: "Save role" }).click();
        await expect(admin.getByRole("dialog")).toHaveCount(0);
        const { role: kept } = await product.db.user.findUniqueOrThrow({ where: { email } });
        expect(kept).toBe(to);
      };
      await change(role === "viewer" ? "operator" : "viewer");
      await change(role);
    });

    await signIn(page, email, THIRD);
    await expectSignedIn(page, name);

    await test.step("is closed: session and token end at once", async () => {
      await admin.getByRole("button", { name: "Close account" }).click();
      const dialog = admin.getByRole("dialog");
      await dialog.getByLabel("Reason").fill("has left the department");
      await dialog.getByRole("button", { name: "Close account" }).click();
      await expect(admin.getByText("has left the department")).toBeVisible();
      await expect(admin.getByText("Not signed in anywhere.")).toBeVisible();
      await page.goto("/account");
      await expect(page.getByRole("heading", { name: "Sign in to Waybill" })).toBeVisible();
      await signIn(page, email, THIRD);
      await expect(page.getByText("This account is closed. An admin can reopen it.")).toBeVisible();
      if (token === undefined) return;
      const answer = await request.get(`${product.url}/api/v1/batches`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([answer.status(), (await answer.json()).code]).toEqual([401, "account_closed"]);
    });

    await test.step("is reopened, without its token", async () => {
      await admin.getByRole("button", { name: "Reopen account" }).click();
      await admin.getByRole("dialog").getByLabel("Reason").fill("came back");
      await admin.getByRole("dialog").getByRole("button", { name: "Reopen account" }).click();
      await expect(admin.getByRole("button", { name: "Close account" })).toBeVisible();
      await signIn(page, email, THIRD);
      await expectSignedIn(page, name);
      if (token !== undefined) expect(await statusOf(page.request, "GET batches", token)).toBe(401);
    });

    await test.step("signs out, and is closed for good", async () => {
      await page.getByRole("button", { name: `You: ${name}` }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(page.getByRole("heading", { name: "Sign in to Waybill" })).toBeVisible();
      await admin.getByRole("button", { name: "Close account" }).click();
      await admin.getByRole("dialog").getByLabel("Reason").fill("has retired");
      await admin.getByRole("dialog").getByRole("button", { name: "Close account" }).click();
      await expect(admin.getByText("has retired")).toBeVisible();
    });

    await test.step("all of which the audit has, with the way it came and from where", async () => {
      await admin.getByRole("link", { name: /^What this person did/ }).click();
      await expect(admin.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
      const acts = AUDITED.filter(
        ([words]) => scope !== null || words !== "Created an API token",
      ).toReversed();
      const rows = admin.getByRole("table", { name: "What people did, newest first" }).locator("tbody tr");
      await expect(rows).toHaveCount(acts.length);
      for (const [place, [words, via]] of acts.entries()) {
        const row = rows.nth(place);
        await expect(row.getByRole("cell").first()).toContainText(words);
        await expect(row).toContainText(`${via}, from 127.0.0.1`);
      }
      await expect(rows.first()).toContainText("has retired");
      await expect(rows.first()).toContainText(PEOPLE.admin);
      await rows.first().getByText("Details").click();
      await expect(rows.first()).toContainText(/state: active .*closed/);
      await expect(rows.last().getByRole("link", { name: "Invited a person" })).toHaveAttribute(
        "href",
        /^\/people\//,
      );
    });
  });
}

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
