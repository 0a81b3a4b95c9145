import { afterAll, beforeAll, expect, it } from "vitest";
import { execute } from "../../scripts/db/database.ts";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all } from "../lanes/ledger-lane.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { openSite, type Site } from "./site.ts";

/** F72: what BullMQ keeps in PostgreSQL is gone from under it, so that each of its questions fails at once. */
const SILENT_MS = 1_000;
const WATCHED_MS = 10_000;
const NAMES = ["before", "during", "after"];

let site: Site;
let worker: WorkerProcess;

beforeAll(async () => {
  site = await openSite(NAMES, { DELIVERY_SILENT_MS: String(SILENT_MS) });
  worker = await site.start();
});
afterAll(() => site?.close());

async function work(name: string): Promise<void> {
  const lane = await site.lane(name);
  await lane.submit(makeBatches(name, 1));
  await lane.until(all("Committed"), 40_000);
}

it("work goes on, the log does not fill, and wake-ups come again once it is back", async () => {
  await work("before");
  const { ownerUrl } = site.installation;
  await execute(ownerUrl, "ALTER SCHEMA bullmq RENAME TO away");
  const [began, lines] = [performance.now(), worker.lines.length];
  try {
    await work("during");
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS - (performance.now() - began)));
  } finally {
    await execute(ownerUrl, "ALTER SCHEMA away RENAME TO bullmq");
  }
  const said = worker.lines.slice(lines);
  console.log(`${said.length} lines in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  expect(
    said.filter((line) => /the queue reported an error|could not be queued/.test(line)).length,
  ).toBeGreaterThan(0);
  expect(said.length).toBeLessThan(300);
  await work("after");
  expect(site.arrivals("after").length).toBe(1);
});
