import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../pipeline/until.ts";
import { untilStopped } from "../pipeline/until-stopped.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { type KillSite, NOTHING, on, POINTS } from "./kill-site.ts";
import { all } from "./ledger-lane.ts";

/** Longer than a claim's first expiry, and than a call. */
const AWAY_MS = 3_000;
const SLOW_MS = 1_000;

/** Every connection of the worker is reset, and none is to be had for a while. The worker stays and goes on afterwards. */
async function lose({ door, lane }: KillSite, worker: WorkerProcess): Promise<void> {
  door.refuse();
  expect(door.resetPeers()).toBeGreaterThan(0);
  worker.kill("SIGCONT");
  await sleep(AWAY_MS);
  door.heal();
  await lane.until(all("Committed"), 40_000);
  process.kill(worker.pid, 0);
}

const expectInOrder = (site: KillSite) => {
  expect(site.findings()).toEqual(NOTHING);
  expect(site.timesSent()).toEqual([1, 1, 1, 1]);
};

describe.concurrent("a worker that loses the database", () => {
  it.each(POINTS)(
    "at %s goes on in order when it is back, nothing twice",
    on("sawtooth", async (site, point) => {
      const worker = await site.startBehindDoor(`${point}:stop:${point === "lane:claimed" ? 1 : 2}`);
      await untilStopped(worker.pid);
      await lose(site, worker);
      expectInOrder(site);
    }),
  );

  it(
    "while the ledger takes its time asks it before anything is sent again",
    on("sawtooth", async (site) => {
      site.ledger.control({ fault: "slow", ms: SLOW_MS });
      const worker = await site.startBehindDoor();
      await until(async () => site.arrivals().length > 0 || "nothing has arrived", 20_000);
      await lose(site, worker);
      expectInOrder(site);
      expect(await site.firstAttempt()).toMatchObject({ outcome: "lost" });
    }),
  );

  it.each(["lane:renewing", "lane:renewed"])(
    "at %s keeps its order",
    on("sawtooth", async (site, point) => {
      site.ledger.control({ fault: "slow", ms: SLOW_MS });
      const worker = await site.startBehindDoor(`${point}:stop`);
      await untilStopped(worker.pid);
      await lose(site, worker);
      expectInOrder(site);
    }),
  );
});
