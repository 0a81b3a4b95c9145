import { type Receiver, startReceiver, status } from "../tests/servers/receiver.ts";
import { addHookedCollection, depositToHooked } from "./setup/hooked-collection.ts";
import { PEOPLE } from "./setup/product.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

const CANARY = "c4nary-pw";

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test("a callback nobody takes is shown, and redelivered with an audit row", async ({ as, product }) => {
  const callbackUrl = `http://ada:${CANARY}@${receiver.host}/hooks`;
  await addHookedCollection(product, { slug: "hooked", callbackUrl, host: receiver.host });
  receiver.answer(status(410, "we have moved"));
  const page = await as("operator");
  await page.goto("/callbacks");
  const jobId = await depositToHooked(page, product, "hooked");

  await page.goto("/callbacks?status=Failed");
  await expect(page.getByRole("link", { name: /^Callbacks/ }).first()).toContainText("1 given up");
  const row = page.getByRole("row", { name: /410 we have moved/ });
  await expect(row).toContainText("Failed");
  expect(await violations(page)).toEqual([]);
  await row.getByRole("link").click();
  await page.waitForURL(`**/jobs/${jobId}`);

  const panel = page.getByRole("region", { name: "Callback" });
  await expect(panel).toContainText("The receiver was not notified: 410 we have moved");
  await expect(panel).toContainText(`http://***@${receiver.host}/hooks/mc/${jobId}`);
  await expect(panel.getByRole("table", { name: "Tries, newest first" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByText("Callback given up").first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.content()).not.toContain(CANARY);

  receiver.answer(status(200, "thanks"));
  await panel.getByRole("button", { name: "Redeliver", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Redeliver the callback" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Reason").fill("The receiver has moved back");
  await confirm.click();
  await expect(panel.getByRole("status", { name: "What was done" })).toHaveText(
    "The callback is being sent again.",
  );
  await expect(panel).toContainText("Delivered after 2 tries");
  await expect(panel).not.toContainText("notified");

  const { id } = await product.db.outbox.findFirstOrThrow({ where: { jobId, kind: "callback" } });
  expect(receiver.seen.map(({ headers, path }) => [headers["webhook-id"], path])).toEqual([
    [id, `/hooks/mc/${jobId}`],
    [id, `/hooks/mc/${jobId}`],
  ]);
  expect(await product.db.audit.findFirstOrThrow({ where: { target: id } })).toMatchObject({
    actor: PEOPLE.operator,
    via: "session",
    action: "callback.redeliver",
    reason: "The receiver has moved back",
    before: { status: "Failed", attempts: 1 },
    after: { status: "Waiting", job: jobId },
  });
});

test("a viewer sees callbacks and cannot send them again; a depositor of another collection sees none", async ({
  as,
  product,
}) => {
  await addHookedCollection(product, { slug: "watched", callbackUrl: receiver.origin, host: receiver.host });
  const jobId = await depositToHooked(await as("operator"), product, "watched");
  const viewer = await as("viewer");
  await viewer.goto(`/jobs/${jobId}`);
  const panel = viewer.getByRole("region", { name: "Callback" });
  await expect(panel).toContainText("Delivered after 1 try");
  await expect(panel.getByRole("button", { name: "Redeliver" })).toHaveCount(0);
  await viewer.goto("/callbacks/signing");
  await expect(viewer.getByText("Your role has no access to this page.")).toBeVisible();
  const stranger = await as("stranger");
  const answer = await (await stranger.request.get(`/api/v1/callbacks?job=${jobId}`)).json();
  expect(answer).toEqual({ items: [], next: null, failed: 0 });
});
