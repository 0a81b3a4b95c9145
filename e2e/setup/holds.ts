import type { Locator, Page } from "@playwright/test";
import { batchOfFiles } from "../../tests/pipeline/manifests.ts";
import { depositByForm } from "./deposit.ts";
import { PEOPLE, type Product } from "./product.ts";
import { expect } from "./test.ts";

export const OPERATOR = PEOPLE.operator;
/** More than a worker runs at once. */
export const MANY = 30;

type Act = {
  readonly button: string | RegExp;
  readonly verb: string;
  readonly reason: string;
  readonly until?: string;
};

/** Does an act by its dialog, which lets nobody through without a reason. Answers the dialog. */
export async function act(page: Page, { button, verb, reason, until }: Act): Promise<Locator> {
  await page
    .getByRole("button", { name: button, exact: typeof button === "string" })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: verb, exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Reason").fill(reason);
  if (until) await dialog.getByLabel("Until").fill(until);
  await confirm.click();
  return dialog;
}

export async function done(dialog: Locator): Promise<void> {
  await expect(dialog).toBeHidden();
}

/** The acts on a thing, oldest first, each by the operator on a page. */
export async function auditsOf({ db }: Product, target: string) {
  const rows = await db.audit.findMany({ where: { target, via: "session" }, orderBy: { id: "asc" } });
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([OPERATOR]));
  return rows.map(({ action, reason, before, after }) => ({ action, reason, before, after }));
}

/** The states of a batch's jobs, counted. */
export async function countStates({ db }: Product, batchId: string): Promise<Record<string, number>> {
  const rows = await db.job.groupBy({ by: ["state"], where: { batchId }, _count: true });
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
}

export const whereOf = (page: Page) => page.getByRole("status", { name: "Where it is" });

/** Deposits many files; their source holds all of them back, so that most jobs have not begun. */
export async function depositMany(page: Page, { source, db }: Product, folder: string): Promise<string> {
  const paths = Array.from({ length: MANY }, (_, place) => `/${folder}/${place + 1}`);
  for (const path of paths) source.serve(path, { kind: "file", body: path, isHeld: true });
  const rows = paths.map((path, place) => ({ url: source.url(path), name: `item-${place + 1}.txt` }));
  const batchId = await depositByForm(page, `${folder}.checkm`, batchOfFiles(rows));
  await expect
    .poll(() => db.job.count({ where: { batchId, state: "Downloading" } }), { timeout: 20_000 })
    .toBeGreaterThan(0);
  return batchId;
}

export function releaseMany({ source }: Product, folder: string): void {
  for (let place = 1; place <= MANY; place += 1) source.release(`/${folder}/${place}`);
}
