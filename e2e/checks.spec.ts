import { runCheck } from "./setup/checks.ts";
import { expect, test } from "./setup/test.ts";

test("a viewer can neither look at checks, nor start one, nor repair", async ({ as, product }) => {
  const admin = await as("admin");
  await admin.goto("/checks");
  const id = await runCheck(admin, product);
  const runs = await product.db.checkRun.count();
  for (const role of ["viewer", "depositor"] as const) {
    const page = await as(role);
    await page.goto("/batches");
    await expect(page.getByRole("navigation").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Checks" })).toHaveCount(0);
    await page.goto("/checks");
    await expect(page.getByText("Your role has no access to this page.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^(Run|Repair)/ })).toHaveCount(0);
    const headers = { origin: product.url };
    const asked = [
      await page.request.post("/api/v1/checks", { headers, data: {} }),
      await page.request.post(`/api/v1/checks/${id}/repair`, {
        headers,
        data: { kind: "orphan_folder", reason: "I would like to" },
      }),
      await page.request.get(`/api/v1/checks/${id}`, { headers }),
    ];
    expect(asked.map((answer) => answer.status())).toEqual([403, 403, 403]);
  }
  expect(await product.db.checkRun.count()).toBe(runs);
  expect(await product.db.audit.count({ where: { target: id, action: "check.repair" } })).toBe(0);
});
