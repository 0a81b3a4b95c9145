import type { Locator, Page } from "@playwright/test";
import type { LaneAction, Resolution } from "../../core/contracts/lane-requests.ts";
import { makeBatches, makeBatchList, type Signed } from "../../tests/fixtures/ledger/sign.ts";
import { SCABBARD, type TestLane } from "./ledger-lanes.ts";
import { PEOPLE, type Product } from "./product.ts";
import { expectStates } from "./states.ts";
import { expect } from "./test.ts";

const addressOf = ({ serviceId }: TestLane) => `/lanes/${encodeURIComponent(serviceId)}`;

/** Opens a lane's page. */
export async function openLane(page: Page, lane: TestLane): Promise<void> {
  await page.goto(addressOf(lane));
  await expect(page.getByRole("heading", { level: 1, name: lane.serviceId })).toBeVisible();
}

/** The sentence of a lane's page that says why it waits. */
export function whyOf(page: Page): Locator {
  return page.getByRole("status", { name: "What it waits for" });
}

/** The batches in a part of a lane's line. */
export function lineOf(page: Page, part: "Done" | "In flight" | "Waiting"): Locator {
  return page.getByRole("region", { name: part, exact: true }).getByRole("listitem");
}

/** How the pages call a signed batch. */
export function nameOf(batch: Signed | undefined): string {
  return `${batch?.id.slice(0, 16)}.batch`;
}

type ByDialog = {
  readonly button: string;
  readonly verb: string;
  readonly reason: string;
  /** What the page says once it is done. */
  readonly says: string;
  /** What the dialog says that one has to know. */
  readonly warns?: string;
  readonly as?: Resolution;
  /** It may be applied all the same, and the person says that it is known. */
  readonly isKnown?: boolean;
};

/** Does an act by its dialog, which lets nobody through without a reason. */
export async function actByDialog(
  page: Page,
  { button, verb, reason, says, warns, as, isKnown = false }: ByDialog,
): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  if (warns) await expect(dialog).toContainText(warns);
  const confirm = dialog.getByRole("button", { name: verb, exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Reason").fill(reason);
  if (as) {
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel("How it ended").selectOption(as);
  }
  const box = dialog.getByLabel("Skip it even if it may still be applied");
  await expect(box).toHaveCount(isKnown ? 1 : 0);
  if (isKnown) {
    await expect(confirm).toBeDisabled();
    await box.check();
  }
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("status", { name: "What was done" })).toHaveText(says);
}

/** Does an act by the API, with the session of the page. */
export function actByApi(page: Page, lane: TestLane, action: LaneAction) {
  const headers = { origin: new URL(page.url()).origin };
  return page.request.post(`/api/v1${addressOf(lane)}/actions`, { headers, data: action });
}

type AuditRow = {
  readonly action: LaneAction["action"];
  readonly reason: string;
  readonly before: object;
  readonly after: object;
};

/** The newest audit row of the lane is exactly this one, by the operator on a page. */
export async function expectAudit({ db }: Product, { serviceId }: TestLane, row: AuditRow): Promise<void> {
  const {
    id: _,
    at: __,
    actorId,
    ...kept
  } = await db.audit.findFirstOrThrow({
    where: { target: serviceId },
    orderBy: { id: "desc" },
  });
  const action = `lane.${row.action}`;
  const { id } = await db.user.findUniqueOrThrow({ where: { email: PEOPLE.operator } });
  expect({ actorId, ...kept }).toEqual({
    ...row,
    action,
    actorId: id,
    actor: PEOPLE.operator,
    email: PEOPLE.operator,
    via: "session",
    tokenId: null,
    token: null,
    address: "127.0.0.1",
    target: serviceId,
    ownerId: null,
  });
}

/** Sends signed batches to a lane, one list for each so that their order is the one given. Answers Waybill's ids. */
export async function submitBatches(
  page: Page,
  lane: TestLane,
  batches: readonly Signed[],
): Promise<string[]> {
  const ids: string[] = [];
  const headers = { origin: new URL(page.url()).origin, "content-type": "application/octet-stream" };
  for (const batch of batches) {
    const data = Buffer.from(makeBatchList([batch]));
    const answer = await page.request.post(`/api/v1${addressOf(lane)}/batches`, { headers, data });
    expect(answer.status()).toBe(202);
    ids.push((await answer.json()).batches[0].batchId);
  }
  return ids;
}

/** What the ledger did with these batches, oldest first: `1 arrived`, `1 executed`, `1 final`, `2 arrived`. Questions are left out. */
export function storyOf({ ledger }: Product, batches: readonly Signed[]): string[] {
  return ledger.log.flatMap(({ id, event }) => {
    const place = batches.findIndex((batch) => batch.id === id);
    return place < 0 || event === "asked" ? [] : [`${place + 1} ${event}`];
  });
}

/** The story of a batch that goes through. */
export function goesThrough(number: number): string[] {
  return [`${number} arrived`, `${number} executed`, `${number} final`];
}

/** How often the ledger was asked for a batch. */
export function questionsFor({ ledger }: Product, batch: Signed | undefined): number {
  return ledger.log.filter(({ id, event }) => event === "asked" && id === batch?.id).length;
}

/** Waits until a batch has this submission status. */
export async function expectStatus(
  { db }: Product,
  batchId: string | undefined,
  status: "Pending" | "Unresolved" | "Committed" | "Skipped",
): Promise<void> {
  const look = async () => {
    const row = await db.batch.findUniqueOrThrow({ where: { id: batchId ?? "" } });
    return row.unresolved ? "Unresolved" : row.submissionStatus;
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(status);
}

/** Proof that the worker works: a batch of another lane goes through meanwhile. */
export async function commitElsewhere(page: Page, product: Product, seed: string): Promise<void> {
  const batches = makeBatches(seed, 1);
  const [id = ""] = await submitBatches(page, SCABBARD, batches);
  await expectStates(product, id, "Completed", []);
  expect(storyOf(product, batches)).toEqual(goesThrough(1));
}

/** Two batches of the scabbard lane, the first unresolved: it arrived, and the ledger forgot it before it was executed. */
export async function leaveUnresolved(page: Page, product: Product, seed: string) {
  const service = SCABBARD.serviceId;
  product.ledger.control({ fault: "stuck", service });
  const batches = makeBatches(seed, 2);
  const ids = await submitBatches(page, SCABBARD, batches);
  await expectStatus(product, ids[0], "Pending");
  product.ledger.control({ fault: "lose-pending", service });
  await expectStatus(product, ids[0], "Unresolved");
  return { batches, ids };
}
