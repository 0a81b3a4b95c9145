import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { LEASED } from "../core/leased.ts";
import { readEnv } from "../lib/env.ts";
import { byShare, Share, within } from "../lib/shares.ts";
import { connectionsOf, linesOf } from "./lines.ts";
import { DELIVERY_CONNECTIONS } from "./queues.ts";

const envOf = (more: Readonly<Record<string, string>> = {}) =>
  readEnv({ DATABASE_URL: "postgresql://127.0.0.1/x", AUTH_SECRET: "x".repeat(32), ...more });

describe("the lines of a worker", () => {
  it("are one for each kind of row, so that none waits behind another", () => {
    expect(linesOf(envOf()).map(({ kinds }) => kinds)).toEqual([
      ["lane"],
      ["job"],
      ["batch"],
      ["mail"],
      ["check"],
      ["callback"],
      ["task"],
    ]);
    expect(
      linesOf(envOf())
        .flatMap(({ kinds }) => kinds)
        .sort(),
    ).toEqual([...LEASED].sort());
  });

  it.each([
    // lanes 4, jobs 5, batches 2, mails 1, checks 1, callbacks 2, tasks of those of jobs; loops 2, dispatchers 1, renewals 1, changes 1, storage 1,
    // steps of lanes 2, locked ones 1, steps of jobs 1, next 1, sequencer 1
    [{}, 27],
    [{ JOB_CONCURRENCY: "6" }, 27],
    [{ JOB_CONCURRENCY: "40" }, 30],
    [{ JOB_CONCURRENCY: "1", LANES_AT_ONCE: "1" }, 20],
    [{ LANES_AT_ONCE: "33" }, 27],
  ])("with %j have %i connections to the database at most", (more, connections) => {
    expect(connectionsOf(envOf(more))).toBe(connections);
  });

  it("of three workers, with a web, fit a PostgreSQL as it comes with Redis, and the embedded one without", () => {
    const web = 10 + 1;
    const worker = connectionsOf(envOf()) + 1;
    const reserved = 3;
    expect(3 * worker + web + reserved).toBeLessThanOrEqual(100);
    expect(3 * (worker + 7 * DELIVERY_CONNECTIONS) + web + reserved).toBeLessThanOrEqual(200);
  });
});

/** Asks `count` times at once and returns how many ran at the same time. */
async function mostAtOnce(count: number, ask: (act: () => Promise<void>) => Promise<void>): Promise<number> {
  let [now, most] = [0, 0];
  const act = async () => {
    now += 1;
    most = Math.max(most, now);
    await sleep(1);
    now -= 1;
  };
  await Promise.all(Array.from({ length: count }, () => ask(act)));
  return most;
}

describe("a share", () => {
  it("lets through as many as it has, whatever happens to them", async () => {
    const share = new Share(3);
    expect(await mostAtOnce(20, (act) => within([share], () => byShare(act)))).toBe(3);
    for (let time = 0; time < 5; time += 1)
      await expect(share.use(() => Promise.reject(new Error("on purpose")))).rejects.toThrow("on purpose");
    expect(await mostAtOnce(20, (act) => within([share], () => byShare(act)))).toBe(3);
  });

  it("of one place leaves the others of the line to the other places", async () => {
    const line = new Share(3);
    const place = () => [new Share(1), line];
    const one = place();
    expect(await mostAtOnce(20, (act) => within(one, () => byShare(act)))).toBe(1);
    expect(await mostAtOnce(20, (act) => within(place(), () => byShare(act)))).toBe(3);
  });

  it("is asked by nobody outside", async () => {
    expect(await mostAtOnce(20, byShare)).toBe(20);
  });
});
