import { writeFile } from "node:fs/promises";
import path from "node:path";
import { live } from "./setup/live.ts";
import { startTask } from "./setup/tasks.ts";
import { expect, test } from "./setup/test.ts";
import { violations } from "./setup/violations.ts";

test("a task is started by hand, waits for an event, gets it, and ends", async ({ as, product }) => {
  const page = await as("operator");
  await page.goto("/batches");
  await live(page);
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.waitForURL("**/tasks");
  await page.getByRole("link", { name: "Start a task, see schedules" }).click();
  await expect(page.getByRole("region", { name: "waybill.fixity" })).toContainText(
    "7,22,37,52 * * * * in UTC, next",
  );
  await expect(page.getByRole("region", { name: "waybill.copies" }).getByRole("button")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Start greet" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: "Start the task" });
  const input = dialog.getByLabel("Input");
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('{\n  "who": ""\n}');
  await expect(dialog.getByRole("status")).toContainText("Fix 1 problem before starting the task");
  await expect(dialog.getByRole("status")).toContainText("who");
  await expect(start).toBeDisabled();
  await input.fill("{who}");
  await input.press("Tab");
  await expect(dialog).toContainText("This is not JSON");
  await expect(start).toBeDisabled();
  await input.fill('{ "who": "Ada" }');
  expect(await violations(page)).toEqual([]);
  await start.press("Enter");
  await page.waitForURL(/\/tasks\/tid-/);

  await expect(page.getByText("Waits for the event “approved”, until")).toBeVisible({ timeout: 20_000 });
  const steps = page.getByRole("list", { name: "Steps" });
  await expect(steps.getByRole("listitem")).toHaveText([/^write/, /^sleep 1/, /^approved/]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send event" }).click();
  await expect(dialog.getByLabel("Event")).toHaveValue("approved");
  await dialog.getByLabel("Payload").fill('{ "by": "Olga" }');
  await dialog.getByRole("button", { name: "Send the event" }).click();
  await expect(page.getByRole("status", { name: "What was done" })).toHaveText(
    "The event “approved” was sent.",
  );
  await expect(page.getByRole("region", { name: "Output" })).toContainText('"by": "Olga"');
  await expect(steps.getByRole("listitem").last()).toContainText("send");
  await expect(page.getByRole("button", { name: /Cancel task|Send event|Retry task/ })).toHaveCount(0);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await product.db.task.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "Succeeded" });
});

test("a dead task is found by its chip, opened by keys, and retried from its last step", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  const note = path.join(product.folder, `note-${Math.random()}.txt`);
  const id = await startTask(page, product, "read-note", { path: note });
  await expect
    .poll(async () => (await product.db.task.findUniqueOrThrow({ where: { id } })).state, { timeout: 20_000 })
    .toBe("Dead");
  await page.goto("/tasks");
  await live(page);
  await page
    .getByRole("navigation", { name: "All tasks by state" })
    .getByRole("link", { name: /^Dead/ })
    .click();
  await expect(page).toHaveURL(/state=Dead/);
  await expect(page.getByRole("row", { name: /read: nobody has written the note/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/tasks/${id}`);
  await expect(
    page.getByText("Given up. Operator: retry it once the cause is gone, or cancel it."),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "What went wrong" })).toContainText(
    "nobody has written the note",
  );

  await writeFile(note, "all is well");
  await page.getByRole("button", { name: "Retry task" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /^From the last step, after “look”/ })).toBeChecked();
  await dialog.getByLabel("Reason").fill("The note is there now");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Retry the task" }).click();
  await expect(page.getByRole("region", { name: "Output" })).toContainText("all is well");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("The note is there now");
});

test("tasks of one lane tell what is before them, and are cancelled together", async ({ as, product }) => {
  const page = await as("operator");
  const who = `lane ${Math.random()}`;
  const [first, second] = [
    await startTask(page, product, "greet", { who }),
    await startTask(page, product, "greet", { who }),
  ];
  await page.goto(`/tasks/${second}`);
  await expect(page.getByText("Waits for 1 task of the same lane before it.")).toBeVisible();
  await expect(page.locator(`a[href="/tasks/${first}"]`)).toBeVisible();
  await page.getByRole("link", { name: "All tasks of this lane" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select greet/ });
  await expect(boxes).toHaveCount(2);
  await boxes.first().check();
  await boxes.last().check();
  await page.getByRole("button", { name: "Cancel 2 tasks" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Nobody is to be greeted");
  await dialog.getByRole("button", { name: "Cancel 2 tasks" }).click();
  await expect(dialog.getByRole("status")).toContainText("2 tasks cancelled.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const states = await product.db.task.findMany({
    where: { id: { in: [first, second] } },
    select: { state: true },
  });
  expect(states).toEqual([{ state: "Cancelled" }, { state: "Cancelled" }]);
  expect(
    await product.db.audit.count({ where: { target: { in: [first, second] }, action: "task.cancel" } }),
  ).toBe(2);
});
