import { expect, test } from "./setup/test.ts";

test("an operator reads a profile, a viewer does not", async ({ as }) => {
  const operator = await as("operator");
  await operator.goto("/collections/maps");
  await expect(operator.getByText("Who gets the reports")).toBeVisible();
  await expect(operator.getByLabel("Reason")).toHaveCount(0);
  await operator.goto("/collections");
  await expect(operator.getByRole("link", { name: "New collection" })).toHaveCount(0);
  const viewer = await as("viewer");
  await viewer.goto("/collections/maps");
  await expect(viewer.getByRole("heading", { name: "Your role has no access to this page." })).toBeVisible();
});
