import { expect, test } from "./setup/test.ts";

test("says when the database does not protect it", async ({ as, product }) => {
  const admin = await as("admin");
  await admin.goto("/audit");
  await expect(admin.getByRole("table", { name: "What people did, newest first" })).toBeVisible();
  await expect(admin.getByText("The database does not protect the audit.")).toHaveCount(0);
  await product.db.$executeRaw`GRANT UPDATE ON audit TO waybill_app`;
  try {
    await admin.reload();
    await expect(admin.getByText("The database does not protect the audit.")).toBeVisible();
  } finally {
    await product.db.$executeRaw`REVOKE UPDATE ON audit FROM waybill_app`;
  }
});
