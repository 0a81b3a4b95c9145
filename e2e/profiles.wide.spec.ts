import { lookAt } from "./setup/pictures.ts";
import { PEOPLE, type Product } from "./setup/product.ts";
import { expect, test } from "./setup/test.ts";

const ADMIN = PEOPLE.admin;

const MERRITT = `# Sea charts
ProfileID: sea_charts_content
ProfileDescription: Sea charts
Identifier-scheme: ARK
Owner: ark:/99999/fk4owner
Notification.1: charts@example.org
Priority: 02
HandlerProcess.3: org.cdlib.mrt.ingest.handlers.process.HandlerMinter
`;

/** The acts on a thing, oldest first. */
async function auditsOf({ db }: Product, target: string) {
  const rows = await db.audit.findMany({ where: { target, via: "session" }, orderBy: { id: "asc" } });
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([ADMIN]));
  return rows.map(({ action, reason, before, after }) => ({ action, reason, before, after }));
}

test("an admin makes a collection and changes its profile, with what differs in the audit", async ({
  as,
  product,
}, testInfo) => {
  const page = await as("admin");
  await page.goto("/collections");
  await page.getByRole("link", { name: "New collection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New collection" })).toBeVisible();
  const make = page.getByRole("button", { name: "Create collection" });
  await page.getByLabel("Name", { exact: true }).fill("Globes");
  await page.getByLabel("Slug").fill("globes");
  await page.getByLabel("Who gets the reports").fill("not an address");
  await page.getByLabel("Reason").fill("A new gift");
  await expect(make).toBeDisabled();
  await expect(page.getByText(/^Line 1: /)).toBeVisible();
  await page.getByLabel("Who gets the reports").fill("globes@example.org");
  await make.click();
  await expect(page.getByRole("heading", { level: 1, name: "Globes" })).toBeVisible();

  const change = page.getByRole("region", { name: "Change" });
  await expect(change.getByText("Nothing changed yet.")).toBeVisible();
  await page.getByLabel("Priority").fill("7");
  await page.getByLabel("Who gets the reports").fill("globes@example.org\nteam@example.org");
  await expect(change.getByRole("list", { name: "What changes" })).toContainText("Priority: empty");
  await change.getByLabel("Reason").fill("They are small");
  await change.getByRole("button", { name: "Change 2 settings" }).click();
  await expect(page.getByRole("status", { name: "What was done" })).toHaveText(
    "Version 2 of the profile is in force for new deposits.",
  );
  await expect(page.getByRole("table", { name: "Versions of the profile" }).getByRole("row")).toHaveCount(3);
  expect(await auditsOf(product, "globes")).toMatchObject([
    { action: "collection.create", reason: "A new gift", after: { name: "Globes", lane: "globes" } },
    {
      action: "profile.change",
      reason: "They are small",
      before: { version: 1, priority: null, notify: ["globes@example.org"] },
      after: { version: 2, priority: 7, notify: ["globes@example.org", "team@example.org"] },
    },
  ]);
  await lookAt(page, testInfo, "profile");
});

test("a profile somebody else has changed meanwhile is not overwritten", async ({ as, product }) => {
  const [one, other] = [await as("admin"), await as("admin")];
  for (const page of [one, other]) await page.goto("/collections/maps");
  await one.getByLabel("Priority").fill("11");
  await one.getByLabel("Reason").fill("First");
  await one.getByRole("button", { name: "Change 1 setting" }).click();
  await expect(one.getByRole("status", { name: "What was done" })).toContainText("Version 2");
  await other.getByLabel("Priority").fill("12");
  await other.getByLabel("Reason").fill("Second");
  await expect(other.getByText("Someone else has changed this profile in the meantime.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Change 1 setting" })).toBeDisabled();
  await other.getByRole("button", { name: "Show the new version and discard mine" }).click();
  await expect(other.getByLabel("Priority")).toHaveValue("11");
  const newest = await product.db.profileVersion.findFirst({
    where: { collection: { slug: "maps" } },
    orderBy: { version: "desc" },
  });
  expect(newest).toMatchObject({ version: 2, settings: { priority: 11 } });
});

test("a Merritt profile is checked, its bad keys named, and imported", async ({ as, product }, testInfo) => {
  const page = await as("admin");
  await page.goto("/collections/~import");
  const text = page.getByLabel("Profile", { exact: true });
  await text.fill(`${MERRITT}Colour: red\nPriority: high\n`);
  await page.getByRole("button", { name: "Check the profile" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The profile cannot be imported: 3 problems.");
  await expect(alert).toContainText("Colour: Profiles have no such key.");
  await expect(page.getByRole("button", { name: "Create collection" })).toHaveCount(0);
  await text.fill(MERRITT);
  await page.getByRole("button", { name: "Check the profile" }).click();
  await expect(page.getByText("This creates a new collection.")).toBeVisible();
  await page.getByLabel("Reason").fill("We move from Merritt");
  await page.getByRole("button", { name: "Create collection" }).click();
  await expect(page.getByText("The collection is created.")).toBeVisible();
  await lookAt(page, testInfo, "import-profile");
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sea charts" })).toBeVisible();
  expect(await auditsOf(product, "sea-charts")).toMatchObject([
    {
      action: "collection.create",
      reason: "We move from Merritt",
      after: { settings: { priority: 2, notify: ["charts@example.org"] } },
    },
  ]);
});
