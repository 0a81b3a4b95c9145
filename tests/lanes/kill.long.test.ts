import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../pipeline/until.ts";
import { type KillSite, NOTHING, on, PAUSE_MS, POINTS } from "./kill-site.ts";
import { all } from "./ledger-lane.ts";

describe.concurrent("a worker of a Sawtooth lane", () => {
  it.each(POINTS)(
    "killed at %s: the next one goes on in order, nothing twice",
    on("sawtooth", async (site, point) => {
      const first = await site.start(`${point}:kill:${point === "lane:claimed" ? 1 : 2}`);
      expect(await first.ended).toBe("SIGKILL");
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      expect(site.findings()).toEqual(NOTHING);
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
    }),
  );

  it.each(POINTS)(
    "paused at %s beyond both expiries: what it does later changes nothing",
    on("sawtooth", async (site, point) => {
      const paused = await site.start(`${point}:stop:1`);
      await sleep(PAUSE_MS);
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      paused.kill("SIGCONT");
      await sleep(1_000);
      expect(site.findings()).toEqual(NOTHING);
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
      expect(all("Committed")(await site.lane.standings())).toBe(true);
    }),
  );

  it.each(["SIGKILL", "SIGSTOP"] as const)(
    "that gets %s while the ledger takes its time: it is asked before anything is sent again",
    on("sawtooth", async (site, signal) => {
      site.ledger.control({ fault: "slow", ms: 5_000 });
      const first = await site.start();
      await until(async () => site.arrivals().length > 0 || "nothing has arrived", 20_000);
      first.kill(signal);
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      first.kill("SIGCONT");
      await sleep(1_000);
      expect(site.findings()).toEqual(NOTHING);
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
    }),
  );
});

describe.concurrent("a worker paused between its attempt and the call, longer than both expiries", () => {
  const pause = async (site: KillSite, isAhead: Parameters<KillSite["lane"]["until"]>[0]) => {
    const paused = await site.start("lane:begun:stop:1");
    await site.lane.until(([one]) => one?.attempts[0] === "open");
    await site.start();
    await site.lane.until(isAhead, 40_000);
    await sleep(PAUSE_MS);
    paused.kill("SIGCONT");
    await until(
      async () => (await site.firstAttempt()).lateAnswer !== null || "no late answer is kept",
      20_000,
    );
    expect(await site.firstAttempt()).toMatchObject({ outcome: "lost", lateAnswer: { outcome: "busy" } });
  };

  it(
    "sends nothing late on Sawtooth, where others went on",
    on("sawtooth", async (site) => {
      await pause(site, all("Committed"));
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
    }),
  );

  it(
    "sends nothing late on scabbard, where the batch waits for a person",
    on("scabbard", async (site) => {
      await pause(site, ([one]) => one?.unresolved === true);
      expect(site.timesSent()).toEqual([0, 0, 0, 0]);
    }),
  );
});

describe.concurrent("a worker killed before it sent on scabbard", () => {
  it(
    "leaves the batch to a person, and its lane locked",
    on("scabbard", async (site) => {
      const first = await site.start("lane:begun:kill:1");
      expect(await first.ended).toBe("SIGKILL");
      await site.start();
      const [head, ...others] = await site.lane.until(([one]) => one?.unresolved === true, 40_000);
      expect(head?.attempts).toEqual(["lost"]);
      expect(others.map(({ status }) => status)).toEqual([null, null, null]);
    }),
  );
});
