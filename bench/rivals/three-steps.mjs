// What every program does that is measured with tasks of three steps which do nothing.
import { input } from "./witness.mjs";

/** Does `act` for so many, 20 at a time. */
export async function each(count, act) {
  let next = 0;
  const loop = async () => {
    for (let place = next; place < count; place = next) {
      next = place + 1;
      await act(place);
    }
  };
  await Promise.all(Array.from({ length: 20 }, loop));
}

/**
 * Measures tasks handed in 20 at a time while those before them run, from the first request to the last end; and then tasks
 * one after the other, each from its request to its result. `handIn` answers with a promise of the end.
 */
export async function measure({ handIn, run }) {
  await each(input.warmUp, async (place) => (await handIn(place)).end);
  for (let place = 0; place < input.singly / 4; place += 1) await run(place);
  const ends = [];
  const began = performance.now();
  await each(input.tasks, async (place) => {
    ends.push((await handIn(place)).end);
  });
  await Promise.all(ends);
  const perSecond = input.tasks / ((performance.now() - began) / 1000);
  const tookMs = [];
  for (let place = 0; place < input.singly; place += 1) {
    const from = performance.now();
    await run(place);
    tookMs.push(performance.now() - from);
  }
  return { perSecond, tookMs };
}
