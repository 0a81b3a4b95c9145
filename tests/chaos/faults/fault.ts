import type { WorkerProcess } from "../../pipeline/worker-process.ts";
import type { Dice } from "../dice.ts";
import type { World } from "../world.ts";

export type Profile = "quick" | "full";

/** What a fault is done to, for the count per group. */
export type Group =
  | "kill"
  | "stop"
  | "deploy"
  | "redis"
  | "postgres"
  | "net"
  | "ledger"
  | "clock"
  | "people"
  | "storage"
  | "mail";

/** One kind of fault that is drawn at random. The codes are those of docs/reference/faults.md. */
export type Fault = {
  readonly name: string;
  readonly code: string;
  readonly group: Group;
  /** How often it is drawn. */
  readonly weight: number;
  /** `full`: not drawn in a quick run. */
  readonly profile?: "full";
  /**
   * Does it. Answers what shows that it happened; throws a Broken when what must hold did not, anything else when it could
   * not be done. `service`: the lane whose turn it is.
   */
  readonly inject: (world: World, dice: Dice, service: string) => Promise<string>;
};

/** A fault that is shown by itself, before the others: it needs a world where nothing else fails. */
export type Directed = {
  readonly name: string;
  readonly code: string;
  /** Answers what shows that it happened and held; throws when it did not. */
  readonly prove: (world: World, dice: Dice) => Promise<string>;
};

/** What must hold under a fault did not. */
export class Broken extends Error {}

/** Takes a worker out of its place, so that no other fault meets it. */
export function takeWorker({ workers }: World, dice: Dice): { place: number; worker: WorkerProcess } {
  const place = dice.between(0, workers.length - 1);
  const worker = workers[place];
  if (!worker) throw new Error("no worker was there");
  workers[place] = undefined;
  return { place, worker };
}

/** @throws Broken with these words when it is not so */
export function must(isSo: boolean, words: string): void {
  if (!isSo) throw new Broken(`DOES NOT HOLD: ${words}`);
}
