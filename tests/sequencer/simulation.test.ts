import { expect, it } from "vitest";
import { openDice } from "../chaos/dice.ts";
import { simulate } from "./simulation.ts";

const SEEDS = Number(process.env.SEQUENCER_SEEDS ?? 20);

const CALM = {
  nodes: 5,
  ticks: 400,
  lost: 0,
  unanswered: 0,
  crashes: 0,
  pauses: 0,
  drift: 0,
  diverges: false,
  intake: 0.5,
};
const ROUGH = { ...CALM, unanswered: 0.02, crashes: 0.05, pauses: 0.03, drift: 0.05, diverges: true };

it.each([
  ["calm", CALM],
  ["a third of the news lost", { ...CALM, lost: 0.3, crashes: 0.05, pauses: 0.03 }],
  ["no news at all", { ...CALM, lost: 1, crashes: 0.05, pauses: 0.03 }],
  ["clocks too fast and too slow", { ...CALM, lost: 0.3, crashes: 0.05, drift: 0.05 }],
  ["all of it but for the clocks", { ...ROUGH, lost: 0.3, drift: 0 }],
  ["all of it", { ...ROUGH, lost: 0.3 }],
  ["all of it, and no news", { ...ROUGH, lost: 1 }],
])(
  "A11: what must hold holds, and nobody waits longer than the bound or takes over before its turn: %s",
  (_, weather) => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { beats, broken } = simulate(weather, openDice(seed).roll);
      expect(broken, `seed ${seed}`).toEqual([]);
      expect(beats.map(({ seq }) => seq)).toEqual(beats.map((_, place) => place + 1));
      expect(beats.length).toBeGreaterThan(100);
    }
  },
);

// two ticks less what a writer, its wake-up and the news may take: nobody has to take over
it("calls that take longer than a tick make nobody take over from a writer that is well", () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { beats, takeovers } = simulate({ ...CALM, callMs: 40 }, openDice(seed).roll);
    expect(takeovers, `seed ${seed}`).toBe(0);
    expect(beats.length).toBeGreaterThan(100);
  }
});
