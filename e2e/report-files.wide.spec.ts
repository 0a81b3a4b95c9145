import { depositByForm } from "./setup/deposit.ts";
import { lookAt } from "./setup/pictures.ts";
import { PASSWORD, PEOPLE } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** The address of a report's file as its mail links to it. */
async function linkInMail(db: Parameters<typeof expectStates>[0]["db"], batchId: string): Promise<string> {
  const mail = await db.outbox.findFirstOrThrow({ where: { batchId, kind: "mail" } });
  return /https?:\/\/\S+\/reports\/1\/jobs\.csv/.exec(JSON.stringify(mail.payload))?.[0] ?? "";
}

test("a file a mail links to is downloaded after the sign-in; a stranger is told that there is none", async ({
  as,
  newBrowser,
  product,
}, testInfo) => {
  const ada = await as("depositor");
  const batchId = await depositByForm(ada, "reported.txt", `reported ${Math.random()}`);
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const link = await linkInMail(product.db, batchId);
  expect(new URL(link).pathname).toBe(`/api/v1/batches/${batchId}/reports/1/jobs.csv`);
  const address = product.url + new URL(link).pathname;

  const reader = await newBrowser();
  await reader.goto(address);
  await expect(reader).toHaveURL(/\/sign-in\?returnTo=/);
  await reader.getByLabel("E-mail").fill(PEOPLE.depositor);
  await reader.getByLabel("Password").fill(PASSWORD);
  const download = reader.waitForEvent("download");
  await reader.getByRole("button", { name: "Sign in" }).click();
  expect((await download).suggestedFilename()).toBe("jobs.csv");
  await expect(reader.getByText("You are signed in, and the file is being downloaded.")).toBeVisible();
  await lookAt(reader, testInfo, "signed-in-for-a-file");
  await reader.getByRole("link", { name: "Open its deposit" }).click();
  await expect(reader.getByRole("heading", { level: 1, name: "reported.txt" })).toBeVisible();

  // whoever is signed in gets it at once
  const again = reader.waitForEvent("download");
  await reader.evaluate((href) => window.location.assign(href), address);
  expect((await again).suggestedFilename()).toBe("jobs.csv");

  const stranger = await newBrowser();
  await stranger.goto(address);
  await stranger.getByLabel("E-mail").fill(PEOPLE.stranger);
  await stranger.getByLabel("Password").fill(PASSWORD);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await stranger.waitForURL(`**/batches/${batchId}`);
  await expect(stranger.getByText("There is nothing here, or you cannot see it.")).toBeVisible();
});
