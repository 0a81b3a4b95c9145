// What every program of the comparison does: reads its input, watches the order of its handlers, prints the result.
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

export const input = JSON.parse(await text(process.stdin));

/** A package out of the bench's own folder. */
export async function load(name) {
  const require = createRequire(path.join(input.folder, "package.json"));
  return import(pathToFileURL(require.resolve(name)).href);
}

/** Watches `lanes` times as many jobs as come to `batches`. `done` resolves at the last end. */
export function openWitness(lanes, batches) {
  const perLane = batches / lanes;
  const seen = Array.from({ length: lanes }, () => new Set());
  const active = new Array(lanes).fill(0);
  const last = new Array(lanes).fill(-1);
  const counts = { overlaps: 0, inversions: 0, duplicates: 0 };
  let ended = 0;
  let finish;
  const done = new Promise((resolve) => {
    finish = resolve;
  });
  return {
    done,
    perLane,
    begin(lane, place) {
      if (active[lane] > 0) counts.overlaps += 1;
      if (place < last[lane]) counts.inversions += 1;
      if (seen[lane].has(place)) counts.duplicates += 1;
      active[lane] += 1;
      last[lane] = Math.max(last[lane], place);
    },
    end(lane, place) {
      active[lane] -= 1;
      if (seen[lane].has(place)) return;
      seen[lane].add(place);
      ended += 1;
      if (ended === batches) finish();
    },
    result: (seconds) => ({ perSecond: batches / seconds, ...counts, lost: batches - ended }),
  };
}

/** Does `act` for every lane, 20 lanes at a time. */
export async function eachLane(lanes, act) {
  let next = 0;
  const loop = async () => {
    for (let lane = next; lane < lanes; lane = next) {
      next = lane + 1;
      await act(lane);
    }
  };
  await Promise.all(Array.from({ length: 20 }, loop));
}

export const within = (seconds, done, what) =>
  Promise.race([
    done,
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`${what} did not end within ${seconds} s`)), seconds * 1000).unref();
    }),
  ]);
