import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLatest } from "../../prisma/store/sequencer.ts";
import { until } from "../pipeline/until.ts";
import { clockEnv, setClock } from "../setup/faketime.ts";
import { type BeatSite, openBeatSite } from "./beat-site.ts";

/** Seconds ahead of the true time, one after the other. */
const STEPS = [3_600, -3_600, 0, -90, 600] as const;
/** libfaketime reads its file once a second. */
const BEATS = 40;

let site: BeatSite;
let file: string;
beforeAll(async () => {
  site = await openBeatSite();
  file = path.join(site.installation.folder, "clock");
  await setClock(file, 0);
  // alone, so that it is the writer through all of it
  await site.start(clockEnv(file));
});
afterAll(() => site?.close());

const takeovers = () => site.installation.ctx.db.sequencerTakeover.count();

it("B7: the store's times only grow, and a step of the writer's wall clock has no effect", async () => {
  const { db } = site.installation.ctx;
  await site.writer();
  const before = await takeovers();
  const [{ began } = { began: new Date(0) }] = await db.$queryRaw<{ began: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp()) AS began`;
  await site.busily(async () => {
    for (const offsetS of STEPS) {
      await setClock(file, offsetS);
      const seq = (await readLatest(db))?.beat.seq ?? 0;
      await until(
        async () =>
          ((await readLatest(db))?.beat.seq ?? 0) >= seq + BEATS || `no ${BEATS} beats at ${offsetS} s`,
        60_000,
      );
    }
  });
  expect(await takeovers()).toBe(before);
  const [{ ended } = { ended: new Date(0) }] = await db.$queryRaw<{ ended: Date }[]>`
    SELECT clock_timestamp() AS ended`;
  const epochs = await db.sequencerEpoch.findMany({ orderBy: { seq: "asc" }, select: { at: true } });
  expect(epochs.length).toBeGreaterThan(STEPS.length);
  for (const [place, { at }] of epochs.entries()) {
    expect(at.getTime()).toBeGreaterThanOrEqual(epochs[place - 1]?.at.getTime() ?? began.getTime() - 60_000);
    expect(at.getTime()).toBeLessThanOrEqual(ended.getTime());
  }
});
