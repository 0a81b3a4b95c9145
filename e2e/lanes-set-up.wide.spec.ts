import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { makeBatches } from "../tests/fixtures/ledger/sign.ts";
import { actByApi, expectStatus, goesThrough, openLane, storyOf, submitBatches } from "./setup/lanes.ts";
import { PATIENT, SAWTOOTH, type TestLane } from "./setup/ledger-lanes.ts";
import { lookAt } from "./setup/pictures.ts";
import { PEOPLE, type Product } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** Making lanes, changing their settings, and the alarms that follow from those. */

/** As LANE_TIMES of the tests makes 1 s of it. */
const ONE_SECOND = "20 s";
const MADE: TestLane = {
  serviceId: "01234-ABCDE::gsBB",
  backend: "scabbard",
  collection: "second",
  settings: {},
};

const settingsPage = ({ serviceId }: TestLane) => `/lanes/${encodeURIComponent(serviceId)}/settings`;

/** Who did what to a lane, newest last; ids and times left out. */
async function auditOf({ db }: Product, { serviceId }: TestLane, action: string) {
  const rows = await db.audit.findMany({ where: { target: serviceId, action }, orderBy: { id: "asc" } });
  return rows.map(({ actor, reason, before, after }) => ({ actor, reason, before, after }));
}

async function openSettings(page: Page, lane: TestLane): Promise<void> {
  await page.goto(settingsPage(lane));
  await expect(page.getByRole("heading", { level: 1, name: `Settings of ${lane.serviceId}` })).toBeVisible();
}

test("an admin makes a lane by the form, and a batch goes through it", async ({ as, product }, testInfo) => {
  const page = await as("admin");
  await page.goto("/lanes");
  await page.getByRole("link", { name: "New lane" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New lane" })).toBeVisible();
  const make = page.getByRole("button", { name: /^Create lane/ });
  await expect(page.getByText("Still needed: a service id.")).toBeVisible();
  await expect(make).toBeDisabled();

  await page.getByLabel("Service id").fill("Maps");
  await page.getByLabel("Service id").blur();
  await expect(page.getByText(/^This cannot be a lane: a lane of the repository has a slug/)).toBeVisible();
  await page.getByLabel("Ends at").selectOption("sawtooth");
  await expect(
    page.getByText("This cannot be a lane: incorrect length of 4, expected at least 14."),
  ).toBeVisible();
  await page.getByLabel("Ends at").selectOption("scabbard");
  await page.getByLabel("Service id").fill("maps");
  await expect(page.getByText(/a lane on scabbard has a circuit and a service/)).toBeVisible();
  await page.getByLabel("Service id").fill(MADE.serviceId);
  const connection = page.getByLabel("Ledger connection");
  await expect(connection.getByRole("option")).toHaveText([
    "Choose",
    "scabbard",
    "supply-chain",
    "yearly-audit",
  ]);
  await connection.selectOption("scabbard");
  await page.getByLabel("Name of its collection").fill("The second service");
  await expect(page.getByLabel("Slug of its collection")).toHaveAttribute("placeholder", "01234-abcde-gsbb");
  await page.getByLabel("Slug of its collection").fill(MADE.collection);
  await page.getByLabel("After a refusal").selectOption("halt");
  await expect(page.getByText("Standard: 15 s.", { exact: false })).toBeVisible();
  await page.getByLabel("Delay window").fill("30");
  await page.getByLabel("Delay window").blur();
  await expect(page.getByText(/A number and its unit/)).toBeVisible();
  await expect(make).toBeDisabled();
  await page.getByLabel("Delay window").fill("0.5 min");
  await page.getByLabel("Tries").fill("3");
  await make.click();

  await expect(page.getByRole("heading", { level: 1, name: MADE.serviceId })).toBeVisible();
  await expect(page.getByText("Nothing waits in this lane.")).toBeVisible();
  const own = { afterInvalid: "halt", delayWindowMs: 30_000, tries: 3 };
  const kept = {
    serviceId: MADE.serviceId,
    backend: "scabbard",
    ordering: "serial",
    width: 1,
    ledger: "scabbard",
  };
  expect(await auditOf(product, MADE, "lane.create")).toEqual([
    {
      actor: PEOPLE.admin,
      reason: null,
      before: null,
      after: { ...kept, settings: own, collection: MADE.collection },
    },
  ]);
  expect(
    await product.db.lane.findUniqueOrThrow({
      where: { serviceId: MADE.serviceId },
      include: { collections: true },
    }),
  ).toMatchObject({
    ...kept,
    settings: own,
    collections: [{ slug: MADE.collection, name: "The second service" }],
  });
  const batches = makeBatches("through a made lane", 1);
  const [id = ""] = await submitBatches(page, MADE, batches);
  await expectStates(product, id, "Completed", []);
  expect(storyOf(product, batches)).toEqual(goesThrough(1));

  await page.goto("/lanes/~new");
  await page.getByLabel("Ends at").selectOption("sawtooth");
  await page.getByRole("combobox", { name: "Order" }).selectOption("unordered");
  await page.getByLabel("Service id").fill(MADE.serviceId.replace("::", ":"));
  await page.getByLabel("Service id").blur();
  await expect(page.getByText(/This cannot be a lane/)).toBeVisible();
  await lookAt(page, testInfo, "new-lane");
});

test("only an admin makes lanes and changes their settings", async ({ as }) => {
  const operator = await as("operator");
  await operator.goto("/lanes");
  await expect(operator.getByRole("link", { name: SAWTOOTH.serviceId })).toBeVisible();
  await expect(operator.getByRole("link", { name: "New lane" })).toHaveCount(0);
  await openLane(operator, SAWTOOTH);
  await expect(operator.getByRole("link", { name: "Settings" })).toHaveCount(0);
  for (const address of ["/lanes/~new", settingsPage(SAWTOOTH)]) {
    await operator.goto(address);
    await expect(operator.getByText("Your role has no access to this page.")).toBeVisible();
  }
  const stranger = await as("stranger");
  await stranger.goto("/lanes");
  await expect(stranger.getByText("It appears here when an admin creates the first one.")).toBeVisible();
});

test("settings are changed with a reason, and not over somebody else's change", async ({
  as,
  product,
}, testInfo) => {
  const page = await as("admin");
  await openLane(page, SAWTOOTH);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText("Nothing changed yet.")).toBeVisible();
  await expect(page.getByText("All times are multiplied by 0.05 here (LANE_TIMES).")).toBeVisible();
  const before = { ordering: "serial", width: 1, settings: SAWTOOTH.settings };
  await page.getByLabel("Delay window").fill("1 min");
  await page.getByLabel("Tries").fill("x");
  await page.getByLabel("Tries").blur();
  await expect(page.getByText("A whole number from 1 to 100.")).toBeVisible();
  await expect(page.getByText("A field still needs correcting.")).toBeVisible();
  await page.getByLabel("Tries").fill("5");
  await expect(page.getByRole("list", { name: "What changes" }).getByRole("listitem")).toHaveText([
    "Delay window: 15 s (standard) →becomes 1 min",
    "Tries: 10 (standard) →becomes 5",
  ]);
  const save = page.getByRole("button", { name: "Change 2 settings" });
  await expect(save).toBeDisabled();
  await page.getByLabel("Reason").fill("The validator is slow in the mornings");
  await save.click();
  await expect(page.getByRole("status", { name: "What was done" })).toHaveText(
    "2 settings of the lane are changed.",
  );
  const after = { ...before, settings: { ...SAWTOOTH.settings, delayWindowMs: 60_000, tries: 5 } };
  const first = { actor: PEOPLE.admin, reason: "The validator is slow in the mornings", before, after };
  expect(await auditOf(product, SAWTOOTH, "lane.update")).toEqual([first]);

  // somebody else comes in between
  await page.getByLabel("Tries").fill("");
  await page.getByLabel("Reason").fill("It is fast again");
  const path = `/api/v1/lanes/${SAWTOOTH.serviceId}`;
  const { revision } = await (await page.request.get(path)).json();
  const headers = { origin: product.url };
  const patch = (data: object) => page.request.patch(path, { headers, data });
  const other = { revision, reason: "Meanwhile", settings: { delayWindowMs: null } };
  expect((await patch(other)).status()).toBe(200);
  expect([(await patch(other)).status(), (await (await patch(other)).json()).code]).toEqual([
    409,
    "stale_state",
  ]);
  await expect(page.getByText("Someone else has changed these settings in the meantime.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change 1 setting" })).toBeDisabled();
  await page.getByRole("button", { name: "Show the new ones and discard mine" }).click();
  await expect(page.getByLabel("Delay window")).toHaveValue("");
  await expect(page.getByLabel("Tries")).toHaveValue("5");

  await openSettings(page, SAWTOOTH);
  await page.getByLabel("Tries").fill("");
  await expect(page.getByText("Tries: 5")).toBeVisible();
  await page.getByLabel("Reason").fill("It is fast again");
  await lookAt(page, testInfo, "settings");
  await page.getByRole("button", { name: "Change 1 setting" }).click();
  await expect(page.getByRole("status", { name: "What was done" })).toHaveText(
    "1 setting of the lane is changed.",
  );
  const rows = await auditOf(product, SAWTOOTH, "lane.update");
  expect(rows.at(-1)).toMatchObject({ reason: "It is fast again", after: before });
  expect(rows).toHaveLength(3);
});

test("a batch its ledger keeps Pending for too long is an alarm, until it ends", async ({
  as,
  product,
}, testInfo) => {
  const page = await as("admin");
  const { ledger, folder } = product;
  const service = PATIENT.serviceId;
  await openSettings(page, PATIENT);
  await page.getByLabel("Long Pending after").fill(ONE_SECOND);
  await page.getByLabel("Reason").fill("Its users wait");
  await page.getByRole("button", { name: "Change 1 setting" }).click();
  await expect(page.getByRole("status", { name: "What was done" })).toBeVisible();

  const viewer = await as("viewer");
  await viewer.goto("/lanes?alarm=true");
  await expect(viewer.getByText("No lane has an alarm.")).toBeVisible();
  ledger.control({ fault: "stuck", service });
  const batches = makeBatches("alarm", 1);
  const [id = ""] = await submitBatches(page, PATIENT, batches);
  await expectStatus(product, id, "Pending");

  const row = viewer.getByRole("row").filter({ hasText: service });
  await expect(row.getByText("Long Pending")).toBeVisible();
  await openLane(page, PATIENT);
  const alarm = page.getByRole("region", { name: "Alarm", exact: true });
  await expect(alarm).toContainText("Long Pending");
  await expect(alarm).toContainText("No action needed yet");
  await page.goto("/lanes");
  await expect(page.getByRole("region", { name: "Alarms" })).toContainText("1 lane has an alarm.");
  await expect(page.getByRole("link", { name: "Lanes 1 with an alarm" })).toBeVisible();
  const answer = await (await viewer.request.get("/api/v1/lanes?alarm=true&limit=1")).json();
  expect([answer.alarms, answer.items[0].alarm.kind]).toEqual([1, "long_pending"]);
  const told = () =>
    readFileSync(path.join(folder, "worker.log"), "utf8")
      .split("\n")
      .filter((line) => line.includes("lane.alarm") && line.includes(id));
  await expect.poll(told).toHaveLength(1);
  expect(JSON.parse(told()[0] ?? "")).toMatchObject({ level: "warn", lane: service, kind: "long_pending" });

  const address = `/api/v1/lanes/${service}`;
  const { revision } = await (await page.request.get(address)).json();
  const changed = await page.request.patch(address, {
    headers: { origin: product.url },
    data: { revision, reason: "They wait for long", settings: { alarmPendingMs: 20_000 } },
  });
  expect(changed.status()).toBe(200);
  await page.goto("/lanes");
  await expect(page.getByRole("region", { name: "Alarms" })).toBeVisible();
  await lookAt(page, testInfo, "alarm-list");
  await openLane(page, PATIENT);
  await expect(alarm).toContainText("Operator: check the ledger.");
  await lookAt(page, testInfo, "alarm-lane");

  ledger.control({ clear: "stuck", service });
  await expect.poll(() => storyOf(product, batches)).toEqual(goesThrough(1));
  await actByApi(page, PATIENT, { action: "ask", reason: "The block is out" });
  await expectStates(product, id, "Completed", []);
  await expect(alarm).toHaveCount(0);
  await expect(viewer.getByText("No lane has an alarm.")).toBeVisible();
});
