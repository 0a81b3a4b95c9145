import { depositByForm } from "./setup/deposit.ts";
import { lookAt } from "./setup/pictures.ts";
import { PEOPLE } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

const TABLE = { name: "What people did, newest first" } as const;

test("only admins have the audit, in the rail and by its address", async ({ as }) => {
  const rail = { name: "Main" } as const;
  const admin = await as("admin");
  await admin.goto("/account");
  await admin.getByRole("navigation", rail).getByRole("link", { name: "Audit" }).click();
  await expect(admin.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  for (const role of ["operator", "depositor", "viewer"] as const) {
    const page = await as(role);
    await page.goto("/account");
    await expect(page.getByRole("navigation", rail).getByRole("link", { name: "My account" })).toBeVisible();
    await expect(page.getByRole("navigation", rail).getByRole("link", { name: "Audit" })).toHaveCount(0);
    await page.goto("/audit");
    await expect(page.getByText("Your role has no access to this page.")).toBeVisible();
    for (const query of ["", "?format=csv"])
      expect([role, (await page.request.get(`/api/v1/audit${query}`)).status()]).toEqual([role, 403]);
  }
});

test("is narrowed by kind, person, what it was about, address and day, and exported as it is shown", async ({
  as,
  product,
}) => {
  const { db } = product;
  const operator = await db.user.findUniqueOrThrow({ where: { email: PEOPLE.operator } });
  await db.audit.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      actorId: operator.id,
      actor: PEOPLE.operator,
      email: PEOPLE.operator,
      via: "token",
      tokenId: "nightly-id",
      token: "nightly",
      address: "198.51.100.7",
      action: "lane.ask",
      target: `=lane-${String(n).padStart(2, "0")}`,
      reason: "to be sure",
    })),
  });
  const admin = await as("admin");
  await admin.goto("/audit");
  const rows = admin.getByRole("table", TABLE).locator("tbody tr");
  await admin.getByLabel("Filter by kind of action").selectOption("Lanes");
  await admin.getByLabel("Filter by person").selectOption(operator.id);
  await admin.getByLabel("From address").fill("198.51.100.7");
  // what is typed is asked for a moment later; a press before that would be for the list before it
  await admin.waitForURL(/address=198/);
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText("=lane-59");
  await expect(rows.first()).toContainText("by API token nightly, from 198.51.100.7");
  await admin.getByRole("link", { name: "Load more acts" }).click();
  await expect(rows).toHaveCount(60);

  const [download] = await Promise.all([
    admin.waitForEvent("download"),
    admin.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("audit.csv");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString().split("\r\n");
  expect(lines.length).toBe(62);
  expect(lines[1]).toContain(`"'=lane-59"`);

  await admin.getByLabel("About (id or name)").fill("=lane-07");
  await expect(rows).toHaveCount(1);
  // key by key, so slowly that the filter is sent in between
  const day = admin.getByLabel("To day (UTC)");
  await day.pressSequentially("01012020", { delay: 450 });
  await expect(day).toHaveValue("2020-01-01");
  await admin.waitForURL(/to=2020-01-01/);
  await expect(admin.getByText("No actions match these filters.")).toBeVisible();
  await admin.reload();
  await expect(admin.getByText("No actions match these filters.")).toBeVisible();
  await admin.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows.first()).toContainText("Exported the audit");
});

test("has each file that was downloaded, and looks as it should", async ({ as, product }, testInfo) => {
  test.slow();
  const depositor = await as("depositor");
  const batchId = await depositByForm(depositor, "for-the-audit.txt", "taken by somebody");
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const object = await product.db.storedObject.findFirstOrThrow({
    where: { versions: { some: { batchId } } },
  });
  const viewer = await as("viewer");
  await viewer.goto(`/objects/${object.id}`);
  const [download] = await Promise.all([
    viewer.waitForEvent("download"),
    viewer.getByRole("link", { name: /for-the-audit\.txt/ }).click(),
  ]);
  await download.path();

  const admin = await as("admin");
  const { db } = product;
  await db.audit.create({
    data: {
      actor: "a.very.long.address.of.somebody.who.does.not.exist@department.of.maps.example.org",
      email: "a.very.long.address.of.somebody.who.does.not.exist@department.of.maps.example.org",
      via: "password",
      address: "2001:db8:85a3:1234:5678:8a2e:370:7334",
      action: "session.refuse",
      target: "a.very.long.address.of.somebody.who.does.not.exist@department.of.maps.example.org",
      after: { because: "nobody has this e-mail", tries: 100 },
    },
  });
  await db.audit.create({
    data: {
      actorId: "gone",
      actor: "نغوزي أديتشي 地図",
      via: "session",
      action: "lane.skip",
      target: `${"x".repeat(60)}::${"y".repeat(60)}`,
      reason: "Der Ledger hat den Batch abgelehnt, ohne es zu sagen; see the ticket of Monday. ".repeat(5),
      before: { state: "Halted" },
      after: { state: "Open", batch: "bid-00000000-0000-4000-8000-000000000000" },
    },
  });
  await admin.goto("/audit");
  await expect(admin.getByRole("row", { name: /Downloaded a stored file/ })).toContainText(PEOPLE.viewer);
  const row = admin.getByRole("row", { name: /Downloaded a stored file/ });
  await row.getByText("Details").click();
  await expect(row).toContainText("path: producer/for-the-audit.txt");
  await expect(row.getByRole("link", { name: "Downloaded a stored file" })).toHaveAttribute(
    "href",
    `/objects/${object.id}`,
  );
  await lookAt(admin, testInfo, "audit");
  await admin.goto("/audit?person=nobody-of-this-id");
  await expect(admin.getByText("No actions match these filters.")).toBeVisible();
  await lookAt(admin, testInfo, "audit-empty");
});
