import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all, type LedgerLane } from "../lanes/ledger-lane.ts";
import { until } from "../pipeline/until.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { openSite, type Site } from "./site.ts";

/** F31: each of two workers gets SIGTERM in turn, in the middle of calls, and another one is started in its place. */
const NAMES = Array.from({ length: 12 }, (_, place) => `roll-${place}`);
const BATCHES = 60;
/** How long each call of the ledger takes, until all deploys are done; it may take eight times as long. */
const SLOW_MS = 600;
const ROUNDS = 2;
const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };

let site: Site;
beforeAll(async () => {
  site = await openSite(NAMES);
});
afterAll(() => site?.close());

/** Claims and open calls of a worker. */
async function leftBy({ pid }: WorkerProcess): Promise<{ claims: number; calls: number }> {
  const { db } = site.installation.ctx;
  const mine = { contains: `-${pid}-` };
  return {
    claims: await db.lane.count({ where: { leaseOwner: mine } }),
    calls: await db.attempt.count({ where: { instance: mine, answeredAt: null } }),
  };
}

it("no call is cut off, every claim is given back at once, and nothing is sent twice", async () => {
  for (const service of NAMES) site.ledger.control({ fault: "slow", service, ms: SLOW_MS, times: 0 });
  const lanes: LedgerLane[] = [];
  for (const name of NAMES) {
    const lane = await site.lane(name);
    await lane.submit(makeBatches(name, BATCHES));
    lanes.push(lane);
  }
  const workers = [await site.start(), await site.start()];
  const left: object[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, worker] of workers.entries()) {
      await until(async () => (await leftBy(worker)).calls > 0 || "the worker is in no call", 20_000);
      worker.kill("SIGTERM");
      workers[place] = await site.start();
      left.push({ code: await worker.ended, ...(await leftBy(worker)) });
      await sleep(200);
    }
  }
  expect(left).toEqual(Array.from({ length: 2 * ROUNDS }, () => ({ code: 0, claims: 0, calls: 0 })));
  site.ledger.control({ clear: "slow" });
  for (const lane of lanes) await lane.until(all("Committed"), 60_000);
  const attempts = (await Promise.all(lanes.map((lane) => lane.standings())))
    .flat()
    .map((one) => one.attempts);
  expect(attempts).toEqual(Array.from({ length: NAMES.length * BATCHES }, () => ["accepted"]));
  const expected = Object.fromEntries(NAMES.map((name) => [name, makeBatches(name, BATCHES)]));
  expect(checkOrder(site.ledger.log, expected)).toEqual(NOTHING);
  expect(NAMES.map((name) => site.arrivals(name).length)).toEqual(NAMES.map(() => BATCHES));
  const { _sum } = await site.installation.ctx.db.lane.aggregate({ _sum: { breaks: true, kills: true } });
  expect(_sum).toEqual({ breaks: 0, kills: 0 });
});
