import { expect, test } from "./setup/test.ts";

test("a link that leads somewhere at once loads nothing again", async ({ as }) => {
  const page = await as("operator");
  await page.goto("/batches");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lanes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lanes" })).toBeVisible();
  // longer than a lost link is waited for
  await page.waitForTimeout(6_000);
  expect(loads).toEqual([]);
  expect(new URL(page.url()).pathname).toBe("/lanes");
});
