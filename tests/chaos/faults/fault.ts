import type { WorkerProcess } from "../../pipeline/worker-process.ts";
import type { Dice } from "../dice.ts";
import type { World } from "../world.ts";

export type Profile = "quick" | "full";

/** One kind of fault that is drawn at random. The codes are those of docs/reference/faults.md. */
export type Fault = {
  readonly name: string;
  readonly code: string;
  /** How often it is drawn. */
  readonly weight: number;
  /** `full`: not drawn in a quick run. */
  readonly profile?: "full";
  /** Does it. Answers what shows that it happened; throws when it could not be done. */
  readonly inject: (world: World, dice: Dice, service: string) => Promise<string>;
};

/** A fault that is shown by itself, before the others: it needs a world where nothing else fails. */
export type Directed = {
  readonly name: string;
  readonly code: string;
  /** Answers what shows that it happened and held; throws when it did not. */
  readonly prove: (world: World, dice: Dice) => Promise<string>;
};

/** Takes a worker out of its place, so that no other fault meets it. */
export function takeWorker(
  { workers }: World,
  dice: Dice,
): { place: number; worker: WorkerProcess | undefined } {
  const place = dice.between(0, workers.length - 1);
  const worker = workers[place];
  workers[place] = undefined;
  return { place, worker };
}

/** @throws Error with these words when it is not so */
export function must(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(`DOES NOT HOLD: ${words}`);
}
