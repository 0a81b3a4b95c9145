import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, it } from "vitest";
import { distanceFrom } from "../../core/sequencer/ring.ts";
import { type BeatSite, expectWithin, openBeatSite } from "./beat-site.ts";

const WORKERS = 4;
/** Twice as long as a node takes until it asks for the ring again: one that does not know of the neighbour is a tick sooner. */
const KNOWN_MS = 3_000;
/** Of those in which nobody else was the writer just then, and the third is not overtaken, as on a busy machine. */
const ROUNDS = 2;
const MOST = 6;

let site: BeatSite;
beforeAll(async () => {
  site = await openBeatSite();
  await Promise.all(Array.from({ length: WORKERS }, () => site.start()));
});
afterAll(() => site?.close());

type Round = { readonly gapMs: number; readonly distance: number };

/** Kills the writer and its neighbour, and starts two in their place. */
async function killBoth(): Promise<Round> {
  const ring = await site.ring(WORKERS);
  await sleep(KNOWN_MS);
  const { worker, key, term } = await site.writer();
  const next = ring.find((one) => distanceFrom(ring, key, one) === 1) ?? "";
  await site.kill(worker, await site.workerOf(next));
  const { gapMs, from, to } = await site.succession([key, next], term - 1);
  await Promise.all(Array.from({ length: 2 }, () => site.start()));
  return { gapMs, distance: distanceFrom(ring, from, to) };
}

it("B3: the writer and its neighbour are killed together, and the one behind them writes three ticks later", async () => {
  const rounds = await site.busily(async () => {
    const all: Round[] = [];
    while (all.length < MOST && all.filter(({ distance }) => distance === 2).length < ROUNDS)
      all.push(await killBoth());
    return all;
  });
  const told = rounds.map(({ gapMs, distance }) => `${Math.round(gapMs)} (distance ${distance})`);
  console.log(`B3: writer and neighbour killed together: ${told.join(", ")} ms`);
  const third = rounds.filter(({ distance }) => distance === 2);
  expectWithin(
    third.map(({ gapMs }) => gapMs),
    3,
  );
});
