import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drain } from "../chaos/drain.ts";
import { handIn } from "../chaos/hand-in.ts";
import { judge } from "../chaos/verdict.ts";
import { makeWorld, type World } from "../chaos/world.ts";
import { until } from "../pipeline/until.ts";

/** F13: PostgreSQL restarted fast and immediately in turn, each few seconds, while lanes are filled and worked. */
const RESTARTS = ["SIGINT", "SIGQUIT", "SIGINT", "SIGQUIT", "SIGINT", "SIGQUIT"] as const;
const EACH_MS = 6_000;
const [LANES, BATCHES] = [30, 30];
/** After it is back a batch that is handed in then arrives within this, however many wait. */
const LIMIT_MS = 10_000;
const PATIENCE_MS = 120_000;

let world: World;
beforeAll(async () => {
  world = await makeWorld({ seed: 13, lanes: LANES, workers: 2 });
  await Promise.all(world.workers.map((_, place) => world.startWorker(place)));
});
afterAll(() => world?.end());

/** Hands in a batch as soon as the database takes it. @returns after how many ms it arrived at the ledger */
async function untilWorked(): Promise<number> {
  const began = performance.now();
  const [lane] = await world.feed(1, { batches: 1 });
  await until(
    async () => world.ledger.log.some(({ service }) => service === lane?.service) || "nothing has arrived",
    PATIENCE_MS,
  );
  return performance.now() - began;
}

it(
  "workers stay and go on after each restart, nothing is lost, all in order",
  async () => {
    const lanes = await world.feed(LANES, { batches: BATCHES, submit: false });
    const handing = handIn(world, lanes, RESTARTS.length * EACH_MS);
    const ms: number[] = [];
    for (const signal of RESTARTS) {
      await sleep(EACH_MS);
      await world.restartPostgres(signal);
      ms.push(await untilWorked());
    }
    await handing;
    await drain(world);
    expect(world.deaths).toEqual([]);
    console.log(`worked after each restart after ${ms.map((one) => one.toFixed(0)).join(", ")} ms`);
    expect(Math.max(...ms)).toBeLessThan(LIMIT_MS);
    const verdict = await judge(world);
    expect(verdict).toMatchObject({ lost: 0, duplicated: 0, outOfOrder: 0, overlap: 0, unexpected: 0 });
    expect(verdict).toMatchObject({ resubmittedAfterCommit: 0, illegalMoves: 0 });
    expect(verdict.byStatus).toEqual({ Committed: LANES * BATCHES + RESTARTS.length });
  },
  RESTARTS.length * EACH_MS + 2 * PATIENCE_MS,
);
