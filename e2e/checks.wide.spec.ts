import { mkdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { runCheck } from "./setup/checks.ts";
import { depositByForm } from "./setup/deposit.ts";
import { lookAt } from "./setup/pictures.ts";
import { PEOPLE, type Product } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

const ORPHANS = ["jid-e2e-orphan-1", "jid-e2e-orphan-2"];
const NAME = "Orphan folder";

const folderOf = ({ folder }: Product, id: string) => path.join(folder, "working", "jobs", id);

/** Folders in working storage that no job knows, old enough to be judged. */
async function plantOrphans(product: Product): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const id of ORPHANS) {
    const place = folderOf(product, id);
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, "part"), "left behind");
    await utimes(place, yesterday, yesterday);
  }
}

async function isThere(product: Product, id: string): Promise<boolean> {
  return stat(folderOf(product, id)).then(
    () => true,
    () => false,
  );
}

const panelOf = (page: Page): Locator => page.getByRole("region", { name: new RegExp(`^${NAME} \\(`) });

test("an admin finds an orphan folder, has it removed with a reason, and nothing of it is left", async ({
  as,
  product,
}, testInfo) => {
  const admin = await as("admin");
  // the worker has swept up once by the time it has stored something
  await expectStates(product, await depositByForm(admin, "check.txt", "checked"), "Completed", ["Completed"]);
  await plantOrphans(product);
  await admin.goto("/checks");
  const first = await runCheck(admin, product);
  await expect(panelOf(admin).getByRole("heading", { name: `${NAME} (2)` })).toBeVisible();
  for (const id of ORPHANS) await expect(panelOf(admin).getByText(id, { exact: true })).toBeVisible();
  await expect(admin.getByText("2 findings left of 2").first()).toBeVisible();
  await expect(admin.getByText(/\b1 storage\b/)).toBeVisible();
  await lookAt(admin, testInfo, "checks-found");

  await panelOf(admin)
    .getByRole("button", { name: `Repair all of this kind: ${NAME}` })
    .click();
  const dialog = admin.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Repair 2 findings", exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Left by the old server");
  await confirm.click();
  await expect(dialog).toBeHidden();
  // the page follows the repair, in what was found and in the history
  await expect(admin.getByText("2 findings, all repaired")).toHaveCount(2, { timeout: 30_000 });
  await expect(panelOf(admin).getByText(/was removed\./)).toHaveCount(2);
  await expect(panelOf(admin).getByRole("button", { name: /^Repair/ })).toHaveCount(0);
  for (const id of ORPHANS) expect(await isThere(product, id)).toBe(false);
  await lookAt(admin, testInfo, "checks-repaired");
  expect(await product.db.checkFinding.count({ where: { runId: first, repairedAt: null } })).toBe(0);
  const audits = await product.db.audit.findMany({ where: { target: first }, orderBy: { id: "asc" } });
  expect(
    audits.map(({ action, actor, via, reason, after }) => ({ action, actor, via, reason, after })),
  ).toEqual([
    { action: "check.run", actor: PEOPLE.admin, via: "session", reason: null, after: { deep: false } },
    {
      action: "check.repair",
      actor: PEOPLE.admin,
      via: "session",
      reason: "Left by the old server",
      after: { asked: 2, kind: "orphan_folder" },
    },
  ]);

  const second = await runCheck(admin, product);
  expect(await product.db.checkFinding.count({ where: { runId: second } })).toBe(0);
  await expect(admin.getByText("Storage, inventory and records agree.")).toBeVisible();
  await lookAt(admin, testInfo, "checks-well");
  await admin.goto(`/checks?run=${first}`);
  await expect(panelOf(admin).getByText(/was removed\./)).toHaveCount(2);
});
