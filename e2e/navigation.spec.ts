import { expect, test } from "./setup/test.ts";

test("a link whose page never comes is followed by the browser itself", async ({ as }) => {
  const page = await as("operator");
  await page.goto("/batches");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  let swallowed = 0;
  await page.route(/\/jobs\?.*_rsc=/, () => {
    swallowed += 1;
  });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
  expect(swallowed).toBeGreaterThan(0);
  expect(loads).toEqual(["/jobs"]);
});
