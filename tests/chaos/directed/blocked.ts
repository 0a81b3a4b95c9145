import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Directed, must, takeWorker } from "../faults/fault.ts";
import { untilFinal } from "../until-final.ts";

const TICKS_PER_S = 100;
const LOOKS = 40;
const PATIENCE_MS = 120_000;

/** A worker whose event loop stands still for 10 s: longer than both expiries of its claims. */
export const BLOCKED: Directed = {
  code: "F05",
  name: "a worker's event loop blocked for 10 s by CPU",
  prove: async (world, dice) => {
    const { place, worker } = takeWorker(world, dice);
    await worker?.stop();
    const blocked = await world.startWorker(place, { FAULT_POINTS: "lane:picked:block:3" });
    const lanes = await world.feed(12);
    const [longest] = await Promise.all([longestBusyS(blocked.pid), untilFinal(world, lanes, PATIENCE_MS)]);
    must(longest >= 2.5, `the worker used the processor for ${longest.toFixed(1)} s only`);
    await blocked.stop();
    await world.startWorker(place);
    return `pid ${blocked.pid} used ${longest.toFixed(1)} s of processor in 10 s; ${lanes.length} lanes final all the same`;
  },
};

/** Most seconds of processor a process uses within 10 s, over 20 s. Source: proc(5), stat. */
async function longestBusyS(pid: number): Promise<number> {
  const used: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // the name in brackets may have spaces; user and system time are 12th and 13th after it
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    used.push((Number(fields[11]) + Number(fields[12])) / TICKS_PER_S);
    await sleep(500);
  }
  return Math.max(...used.slice(20).map((seconds, place) => seconds - (used[place] ?? seconds)));
}
