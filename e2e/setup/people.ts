import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Invites somebody on the page "People". The link to hand over. */
export async function invite(
  admin: Page,
  given: { readonly name: string; readonly email: string; readonly role: string },
): Promise<string> {
  await admin.goto("/people");
  await admin.getByRole("button", { name: "Invite person" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Name").fill(given.name);
  await dialog.getByLabel("E-mail").fill(given.email);
  await dialog.getByLabel("Role").selectOption(given.role);
  if (given.role === "depositor") await dialog.getByLabel("Maps").check();
  await dialog.getByRole("button", { name: "Invite person" }).click();
  return shownLink(admin);
}

/** The one-time link on the page. */
export async function shownLink(admin: Page): Promise<string> {
  const link = admin.getByText(/^https?:\/\/.*\/choose-password#wl_/);
  await expect(link).toBeVisible();
  return (await link.textContent()) ?? "";
}

/** Signs in on the page that is open. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The console is there, and who is signed in. */
export async function expectSignedIn(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("button", { name: `You: ${name}` })).toBeVisible();
}
