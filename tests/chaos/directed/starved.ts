import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "../dice.ts";
import { type Directed, must } from "../faults/fault.ts";
import { CLAIM_MS } from "../settings.ts";
import { untilFinal } from "../until-final.ts";
import type { World } from "../world.ts";

const FOR_MS = 20_000;
const PATIENCE_MS = 120_000;
const STOPPED = 0.4;

/** Workers that stand still 40 % of the time, as with a starved machine or long collections. */
export const STARVED: Directed = {
  code: "F06",
  name: "all workers stopped 40 % of the time for 20 s",
  prove: async (world, dice) => {
    const before = await breaksOf(world);
    const lanes = await world.feed(12, { batches: 10 });
    const stops = await Promise.all(world.workers.map((worker) => worker && starve(worker, dice)));
    const finalMs = await untilFinal(world, lanes, PATIENCE_MS);
    const taken = (await breaksOf(world)) - before;
    const most = Math.ceil(FOR_MS / CLAIM_MS) * lanes.length;
    must(taken <= most, `${taken} claims were taken over, at most one per lane and claim is ${most}`);
    const stoppedMs = stops.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
    return `stopped ${(stoppedMs / 1000).toFixed(1)} s in all; ${taken} claims taken over; final ${(finalMs / 1000).toFixed(1)} s later`;
  },
};

async function starve(worker: { kill(signal: NodeJS.Signals): void }, dice: Dice): Promise<number> {
  let stoppedMs = 0;
  for (const end = performance.now() + FOR_MS; performance.now() < end; ) {
    const ms = dice.between(100, 800);
    worker.kill("SIGSTOP");
    await sleep(ms);
    worker.kill("SIGCONT");
    stoppedMs += ms;
    await sleep((ms * (1 - STOPPED)) / STOPPED);
  }
  return stoppedMs;
}

async function breaksOf({ ctx: { db } }: World): Promise<number> {
  const { _sum } = await db.lane.aggregate({ _sum: { breaks: true } });
  return _sum.breaks ?? 0;
}
