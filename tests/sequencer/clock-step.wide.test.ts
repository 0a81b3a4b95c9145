import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TIMING } from "../../core/sequencer/timing.ts";
import { until } from "../pipeline/until.ts";
import { clockEnv, setClock } from "../setup/faketime.ts";
import { type BeatSite, openBeatSite } from "./beat-site.ts";
import { longestGap, type WatchedBeats, watchBeatsOf } from "./watched-beats.ts";

const WORKERS = 2;

/** Seconds ahead of the true time, one after the other. */
const STEPS = [3_600, -3_600, 0, -90, 600] as const;
/** libfaketime reads its file once a second. */
const BEATS = 40;
/** A busy machine may keep a writer from its turn; a step that has an effect has it each time. */
const TRIES = 4;
/** What a writer may take for a beat that is due each tick, on a busy machine; the smallest step is of 90 s. */
const LONGEST_MS = 8 * TIMING.tickMs;

let site: BeatSite;
let file: string;
let beats: WatchedBeats;
beforeAll(async () => {
  site = await openBeatSite();
  file = path.join(site.installation.folder, "clock");
  await setClock(file, 0);
  // whichever writes, its clock is set, and so is that of the one which would take over
  for (let count = 0; count < WORKERS; count += 1) await site.start(clockEnv(file));
  beats = await watchBeatsOf(site.installation.workerEnv.DATABASE_URL ?? "");
});
afterAll(async () => {
  await beats?.close();
  await site?.close();
});

const takeovers = () => site.installation.ctx.db.sequencerTakeover.count();

async function untilBeats(why: string): Promise<void> {
  const before = beats.all.length;
  await until(async () => beats.all.length >= before + BEATS || `no ${BEATS} beats ${why}`, 60_000);
}

/** Sets the clocks, and looks at the beats meanwhile. */
async function step(offsetS: number) {
  const [before, first] = [await takeovers(), Math.max(0, beats.all.length - 1)];
  await setClock(file, offsetS);
  await untilBeats(`at ${offsetS} s`);
  return { overtaken: (await takeovers()) - before, longestMs: longestGap(beats.all.slice(first)) };
}

it("B7: the store's times only grow, and a step of the writer's wall clock has no effect", async () => {
  const { db } = site.installation.ctx;
  await site.ring(WORKERS);
  await site.writer();
  const [{ began } = { began: new Date(0) }] = await db.$queryRaw<{ began: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp()) AS began`;
  await site.busily(async () => {
    let from = 0;
    for (const offsetS of STEPS) {
      const tries = [await step(offsetS)];
      const isCalm = () => tries.some((one) => one.overtaken === 0 && one.longestMs < LONGEST_MS);
      while (!isCalm() && tries.length < TRIES) {
        await step(from);
        tries.push(await step(offsetS));
      }
      console.log(`B7: from ${from} to ${offsetS} s: ${JSON.stringify(tries)}`);
      expect(isCalm()).toBe(true);
      from = offsetS;
    }
  });
  // the epochs first: what is written after they were read is later than them
  const epochs = await db.sequencerEpoch.findMany({ orderBy: { seq: "asc" }, select: { at: true } });
  const [{ ended } = { ended: new Date(0) }] = await db.$queryRaw<{ ended: Date }[]>`
    SELECT clock_timestamp() AS ended`;
  expect(epochs.length).toBeGreaterThan(STEPS.length);
  const times = epochs.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(0)).toBeGreaterThanOrEqual(began.getTime() - 60_000);
  expect(times.at(-1)).toBeLessThanOrEqual(ended.getTime());
});
