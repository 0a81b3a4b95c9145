import { expect, test } from "./setup/test.ts";

test("without a mail server the page for a forgotten password says whom to ask", async ({ newBrowser }) => {
  const page = await newBrowser();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgotten password" }).click();
  await expect(page.getByText(/Ask an admin for a one-time link/)).toBeVisible();
});
