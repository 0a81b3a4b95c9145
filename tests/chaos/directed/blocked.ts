import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Directed, must, takeWorker } from "../faults/fault.ts";
import { untilFinal } from "../until-final.ts";
import type { World } from "../world.ts";

const TICKS_PER_S = 100;
const WATCH_MS = 30_000;
const PATIENCE_MS = 120_000;
/** A worker shows up each 5 s; one that is blocked for 10 s does not for longer than this. */
const SILENT_S = 9;

/** A worker whose event loop stands still for 10 s: longer than both expiries of its claims. */
export const BLOCKED: Directed = {
  code: "F05",
  name: "a worker's event loop blocked for 10 s by CPU",
  prove: async (world, dice) => {
    const { place, worker } = takeWorker(world, dice);
    await worker?.stop();
    const { pid, stop } = await world.startWorker(place, { FAULT_POINTS: "lane:picked:block:3" });
    const watching = longestSilence(world, pid);
    const lanes = await world.feed(12);
    await untilFinal(world, lanes, PATIENCE_MS);
    const { silentS, busyS } = await watching;
    await stop();
    await world.startWorker(place);
    must(silentS >= SILENT_S, `the worker was silent for ${silentS.toFixed(1)} s only`);
    return `pid ${pid} did not show up for ${silentS.toFixed(1)} s and used ${busyS.toFixed(1)} s of processor; ${lanes.length} lanes final all the same`;
  },
};

/** For how long a worker did not show up at most, and how much processor it used meanwhile. */
async function longestSilence(
  { ctx: { db } }: World,
  pid: number,
): Promise<{ silentS: number; busyS: number }> {
  let longest = { silentS: 0, busyS: 0 };
  let last = { seen: 0, at: performance.now(), busyS: await busyOf(pid) };
  for (const end = performance.now() + WATCH_MS; performance.now() < end; await sleep(200)) {
    const row = await db.instance.findFirst({ where: { id: { contains: `-${pid}-` } } });
    const seen = row?.seenAt.getTime() ?? 0;
    if (seen === last.seen) continue;
    const now = { seen, at: performance.now(), busyS: await busyOf(pid) };
    const silentS = (now.at - last.at) / 1_000;
    if (last.seen > 0 && silentS > longest.silentS) longest = { silentS, busyS: now.busyS - last.busyS };
    last = now;
  }
  return longest;
}

/** Seconds of processor a process has used. Source: proc(5), stat. */
async function busyOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // the name in brackets may have spaces; user and system time are 12th and 13th after it
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}
