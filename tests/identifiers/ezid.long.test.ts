import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openDice } from "../chaos/dice.ts";
import { type EzidSite, type EzidSiteOptions, openEzidSite } from "./ezid-site.ts";

const JOBS = 24;
const WORKERS = 3;
const KILLS = 3;
/** Where workers are ended: around the call that mints, once the ARK is saved, and around the publishing. */
const POINTS = [
  "Processing:mint-begun",
  "Processing:mint-answered",
  "Processing:minted",
  "Recording:before",
  "Recording:published",
] as const;

const MANY = { jobsAtOnce: 4, timeoutMs: 4_000 } as const;
const ONE = { jobsAtOnce: 1, timeoutMs: 15_000 } as const;

/** Runs a test on a site of its own. */
const on = (options: EzidSiteOptions, test: (site: EzidSite) => Promise<void>) => async () => {
  const site = await openEzidSite(options);
  try {
    await test(site);
  } finally {
    await site.end();
  }
};

/** Three workers at a time, some ended where the dice choose and followed by another, until all jobs are Completed. */
async function killAndFinish(site: EzidSite): Promise<void> {
  const seed = Number(process.env.EZID_SEED ?? Date.now() % 100_000);
  console.log(`EZID_SEED=${seed}`);
  const dice = openDice(seed);
  const plans = Array.from({ length: KILLS }, () => `${dice.pick(POINTS)}:kill:${dice.between(1, 3)}`);
  const row = async () => {
    for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
      const worker = await site.start(plan);
      await Promise.race([worker.ended, site.allComplete(JOBS)]);
    }
    await site.start();
  };
  await Promise.all(Array.from({ length: WORKERS }, row));
  await site.allComplete(JOBS);
}

describe(`three workers with ${JOBS} jobs, ended around their mints`, () => {
  it(
    "names of Waybill's own: at most 4 calls at a time, and no second mint whatever the moment",
    on({ names: "own", ...MANY }, async (site) => {
      const { ezid } = site;
      const batchId = await site.deposit(JOBS);
      await killAndFinish(site);
      expect(ezid.minted().sort()).toEqual(await site.arksOf(batchId));
      expect(ezid.mostAtOnce).toBeGreaterThan(1);
      expect(ezid.mostAtOnce).toBeLessThanOrEqual(4);
      expect(ezid.log.filter(({ line }) => line.includes("concurrency"))).toEqual([]);
      expect(await site.unsureEvents()).toBe(0);
    }),
  );

  it(
    "names of EZID's: at most 4 calls at a time, and each ARK too many is reserved, told, and names its job",
    on({ names: "service", ...MANY }, async (site) => {
      const { ezid } = site;
      const batchId = await site.deposit(JOBS);
      await killAndFinish(site);
      const arks = await site.arksOf(batchId);
      expect(ezid.mostAtOnce).toBeLessThanOrEqual(4);
      expect(ezid.log.filter(({ line }) => line.includes("concurrency"))).toEqual([]);
      expect(ezid.minted()).toEqual(expect.arrayContaining(arks));
      const tooMany = ezid.minted().filter((ark) => !arks.includes(ark));
      expect(tooMany.length).toBeLessThanOrEqual(await site.unsureEvents());
      for (const ark of tooMany) {
        expect(ezid.records.get(ark)?.get("_status")).toBe("reserved");
        expect(ezid.records.get(ark)?.get("waybill.job")).toMatch(/^jid-/);
      }
    }),
  );
});

describe("a worker that mints names of EZID's", () => {
  it(
    "ended once the ARK is saved, and once it is public: no second mint",
    on({ names: "service", ...ONE }, async (site) => {
      const batchId = await site.deposit(1);
      expect(await (await site.start("Processing:minted:kill")).ended).toBe("SIGKILL");
      expect(await (await site.start("Recording:published:kill")).ended).toBe("SIGKILL");
      await site.start();
      await site.allComplete(1);
      expect(site.ezid.minted()).toEqual(await site.arksOf(batchId));
      expect(await site.unsureEvents()).toBe(0);
    }),
  );

  it(
    "asked to stop while EZID works: it hears the answer and saves it",
    on({ names: "service", ...ONE }, async (site) => {
      site.ezid.control({ fault: "slow", on: "mint", ms: 800 });
      const batchId = await site.deposit(1);
      const worker = await site.start();
      while (!(await site.db.mintedArk.findFirst())) await sleep(10);
      await worker.stop();
      expect(await site.db.mintedArk.findFirst()).toMatchObject({ status: "reserved" });
      await site.start();
      await site.allComplete(1);
      expect(site.ezid.minted()).toEqual(await site.arksOf(batchId));
    }),
  );
});
