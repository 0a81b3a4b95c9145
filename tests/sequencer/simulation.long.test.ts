import { expect, it } from "vitest";
import { openDice } from "../chaos/dice.ts";
import { simulate, type Weather } from "./simulation.ts";

const SEEDS = Number(process.env.SEQUENCER_SEEDS ?? 1_000);
const FIRST = Number(process.env.SEQUENCER_FIRST_SEED ?? 1);
const TICKS = 2_000;
const LOSSES = [0, 0.3, 1];

/** What may befall five nodes; how much of the news is lost changes from seed to seed. */
const ROUGH: Omit<Weather, "lost"> = {
  nodes: 5,
  ticks: TICKS,
  unanswered: 0.02,
  crashes: 0.05,
  pauses: 0.03,
  drift: 0.05,
  diverges: true,
  intake: 0.5,
};

it(`A11: ${SEEDS} seeds of ${TICKS} ticks with five nodes: what must hold holds, and nobody waits longer than the bound`, () => {
  const began = performance.now();
  const broken: string[] = [];
  let [beats, takeovers] = [0, 0];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const lost = LOSSES[seed % LOSSES.length] ?? 0;
    const outcome = simulate({ ...ROUGH, lost }, openDice(seed).roll);
    broken.push(...outcome.broken.map((words) => `seed ${seed}, news lost ${lost}: ${words}`));
    broken.push(...brokenIn(outcome.beats, seed));
    beats += outcome.beats.length;
    takeovers += outcome.takeovers;
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `A11: seeds ${FIRST} to ${FIRST + SEEDS - 1}, ${TICKS} ticks each: ${beats} beats, ${takeovers} takeovers, ${broken.length} broken rules, ${seconds} s`,
  );
  expect(broken).toEqual([]);
  // a simulation in which little happens would show little
  expect(takeovers).toBeGreaterThan(SEEDS);
  expect(beats).toBeGreaterThan((SEEDS * TICKS) / 4);
}, 1_200_000);

/** I1 and I4: no hole and no second beat, and a term that changes with the incarnation and with nothing else. */
function brokenIn(beats: ReturnType<typeof simulate>["beats"], seed: number): string[] {
  return beats.flatMap((beat, place) => {
    const before = beats[place - 1];
    const term = before?.incarnation === beat.incarnation ? before.term : beat.seq;
    return beat.seq === place + 1 && beat.term === term ? [] : [`seed ${seed}: beat ${place + 1} is wrong`];
  });
}
