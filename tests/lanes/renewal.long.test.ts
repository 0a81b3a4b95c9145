import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { untilStopped } from "../pipeline/until-stopped.ts";
import { type KillSite, NOTHING, on, PAUSE_MS } from "./kill-site.ts";
import { all } from "./ledger-lane.ts";

/** Before a claim's renewal is asked for, and after the database has done it. */
const POINTS = ["lane:renewing", "lane:renewed"] as const;
/** So long that the claim is renewed while the ledger takes its time. */
const SLOW_MS = 5_000;

const expectInOrder = async (site: KillSite) => {
  expect(site.findings()).toEqual(NOTHING);
  expect(site.timesSent()).toEqual([1, 1, 1, 1]);
  expect(all("Committed")(await site.lane.standings())).toBe(true);
};

describe.concurrent("a worker in the middle of a renewal of its claim", () => {
  it.each(POINTS)(
    "killed at %s: the next one goes on in order, nothing twice",
    on("sawtooth", async (site, point) => {
      site.ledger.control({ fault: "slow", ms: SLOW_MS });
      const first = await site.start(`${point}:kill`);
      expect(await first.ended).toBe("SIGKILL");
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      await expectInOrder(site);
    }),
  );

  it.each(POINTS)(
    "paused at %s beyond both expiries: a renewal that comes too late takes nothing back",
    on("sawtooth", async (site, point) => {
      site.ledger.control({ fault: "slow", ms: SLOW_MS });
      const paused = await site.start(`${point}:stop`);
      await untilStopped(paused.pid);
      await sleep(PAUSE_MS);
      const second = await site.start();
      await site.lane.until(all("Committed"), 40_000);
      paused.kill("SIGCONT");
      await sleep(1_500);
      for (const { pid } of [paused, second]) process.kill(pid, 0);
      await expectInOrder(site);
    }),
  );
});
