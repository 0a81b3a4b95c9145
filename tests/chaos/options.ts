import { randomInt } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Profile } from "./faults/fault.ts";

export type ChaosOptions = {
  readonly seed: number;
  readonly profile: Profile;
  /** How long faults go on; what is open then is worked off without. */
  readonly minutes: number;
  readonly workers: number;
  readonly lanes: number;
  readonly batches: number;
  /** Deposits for the repository, of every kind; those that faults hand in come on top. */
  readonly deposits: number;
  /** Tasks of three steps, of six keys. */
  readonly tasks: number;
  /** Only this fault, of what is shown one by one and of what is drawn, where it is among them; undefined: all. */
  readonly only: string | undefined;
  /** Folder for the figures as JSON. */
  readonly json: string;
};

const STANDARD = {
  quick: { minutes: 1.5, workers: 3, lanes: 120, batches: 12, deposits: 56, tasks: 48 },
  full: { minutes: 3, workers: 4, lanes: 50, batches: 20, deposits: 168, tasks: 96 },
} as const satisfies Record<Profile, object>;

/**
 * `npm run chaos -- --seed 7 --profile full --minutes 2 --workers 3 --lanes 120 --batches 12 --deposits 56 --tasks 48 --only F37 --json FOLDER`;
 * what is left out has its profile's value, the profile is quick, the seed random, the folder bench/results.
 */
export function readOptions(words: readonly string[]): ChaosOptions {
  const text = { type: "string" } as const;
  const numbers = {
    seed: text,
    minutes: text,
    workers: text,
    lanes: text,
    batches: text,
    deposits: text,
    tasks: text,
  };
  const { values } = parseArgs({
    args: [...words],
    options: { ...numbers, profile: text, only: text, json: text },
  });
  const { profile = "quick" } = values;
  if (profile !== "quick" && profile !== "full")
    throw new Error(`--profile is quick or full, not ${profile}`);
  const standard = STANDARD[profile];
  const number = (name: keyof typeof numbers, given: number) => {
    const said = values[name];
    const value = said === undefined ? given : Number(said);
    if (!Number.isFinite(value) || value <= 0)
      throw new Error(`--${name} wants a number above 0, not ${said}`);
    return value;
  };
  return {
    profile,
    seed: number("seed", randomInt(1, 1_000_000)),
    minutes: number("minutes", standard.minutes),
    workers: number("workers", standard.workers),
    lanes: number("lanes", standard.lanes),
    batches: number("batches", standard.batches),
    deposits: number("deposits", standard.deposits),
    tasks: number("tasks", standard.tasks),
    only: values.only,
    json: path.resolve(values.json ?? "bench/results"),
  };
}

/** The command that draws the same again. */
export function commandOf({
  seed,
  profile,
  minutes,
  workers,
  lanes,
  batches,
  deposits,
  tasks,
}: ChaosOptions): string {
  return `npm run chaos -- --profile ${profile} --seed ${seed} --minutes ${minutes} --workers ${workers} --lanes ${lanes} --batches ${batches} --deposits ${deposits} --tasks ${tasks}`;
}
