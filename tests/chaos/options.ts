import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export type ChaosOptions = {
  readonly seed: number;
  /** How long faults go on; what is open then is worked off without. */
  readonly minutes: number;
  readonly workers: number;
  readonly lanes: number;
  readonly batches: number;
};

/** `npm run chaos -- --seed 7 --minutes 2 --workers 3 --lanes 200 --batches 20`; what is left out has these values, the seed is random. */
export function readOptions(words: readonly string[]): ChaosOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...words],
    options: { seed: text, minutes: text, workers: text, lanes: text, batches: text },
  });
  const number = (name: keyof typeof values, standard: number) => {
    const given = values[name];
    const value = given === undefined ? standard : Number(given);
    if (!Number.isFinite(value) || value <= 0)
      throw new Error(`--${name} wants a number above 0, not ${given}`);
    return value;
  };
  return {
    seed: number("seed", randomInt(1, 1_000_000)),
    minutes: number("minutes", 1.5),
    workers: number("workers", 3),
    lanes: number("lanes", 200),
    batches: number("batches", 20),
  };
}
