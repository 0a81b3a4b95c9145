import { setTimeout as sleep } from "node:timers/promises";
import { openDice } from "./dice.ts";
import { FAULTS, LISTED } from "./faults/all.ts";
import { type Dealt, type Deck, openDeck } from "./faults/deck.ts";
import { Broken } from "./faults/fault.ts";
import { handIn } from "./hand-in.ts";
import type { ChaosLane } from "./lanes.ts";
import type { ChaosOptions } from "./options.ts";
import type { World } from "./world.ts";

/** Faults at a time. */
const MOST = 4;
/** A run as long as this has room for every listed fault; what of them could not be done is tried for so much longer. */
const ROOM_MINUTES = 0.5;
const LONGER_MS = 60_000;
/** Of a run's time, until its last batches are handed in. */
const HANDED_IN = 0.8;

/** What was done to the world. `faults`: how often each happened; `owed`: listed ones that never did. */
export type Disturbed = {
  readonly faults: ReadonlyMap<string, number>;
  readonly groups: ReadonlyMap<string, number>;
  /** What could not be done just then, with why, and how often. */
  readonly undone: ReadonlyMap<string, number>;
  readonly broken: readonly string[];
  readonly owed: readonly string[];
  readonly hasRoom: boolean;
};

/** Injects faults until the time is over while the lanes' batches come little by little, then lets everything be well again. */
export async function disturb(
  world: World,
  { seed, minutes, profile }: ChaosOptions,
  lanes: readonly ChaosLane[],
): Promise<Disturbed> {
  const faults = FAULTS.filter((fault) => profile === "full" || fault.profile !== "full");
  const deck = openDeck(openDice(seed), faults, LISTED);
  const hasRoom = minutes >= ROOM_MINUTES;
  const done = {
    faults: new Map<string, number>(),
    groups: new Map<string, number>(),
    undone: new Map<string, number>(),
  };
  const broken: string[] = [];
  const handing = handIn(world, lanes, minutes * 60_000 * HANDED_IN);
  await injectAll(world, { seed, minutes, deck, hasRoom }, ({ fault }, error) => {
    if (error instanceof Broken) broken.push(`${fault.code} ${fault.name}: ${error.message}`);
    else if (error !== undefined) raise(done.undone, `${fault.code} ${fault.name}: ${firstLine(error)}`);
    if (error !== undefined) return;
    raise(done.faults, `${fault.code} ${fault.name}`);
    raise(done.groups, fault.group);
  });
  await heal(world);
  await handing;
  return { ...done, broken, owed: deck.owed(), hasRoom };
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return line.slice(0, 200);
}

function raise(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function injectAll(
  world: World,
  { seed, minutes, deck, hasRoom }: { seed: number; minutes: number; deck: Deck; hasRoom: boolean },
  tell: (dealt: Dealt, error?: unknown) => void,
): Promise<void> {
  const dice = openDice(seed + 1);
  const end = performance.now() + minutes * 60_000;
  const last = end + (hasRoom ? LONGER_MS : 0);
  const running = new Set<Promise<void>>();
  for (;;) {
    const now = performance.now();
    const isOver = now >= end;
    if (isOver && (deck.owed().length === 0 || now >= last)) break;
    const dealt = isOver ? deck.nextOwed() : deck.next();
    if (dealt) {
      const { service } = dice.pick(world.lanes);
      const task = dealt.fault.inject(world, openDice(seed + dealt.salt), service).then(
        () => {
          deck.settle(dealt);
          tell(dealt);
        },
        (error: unknown) => {
          deck.putBack(dealt);
          tell(dealt, error);
        },
      );
      running.add(task);
      void task.finally(() => running.delete(task));
    }
    await sleep(dice.between(100, 700));
    if (running.size >= MOST) await Promise.race(running);
  }
  await Promise.all(running);
}

async function heal(world: World): Promise<void> {
  world.ledger.control({ clear: "all" });
  world.redisDoor.heal();
  await world.setClock(0);
  // a worker that could not be started while two faults met
  for (const [place, worker] of world.workers.entries()) if (!worker) await world.startWorker(place);
}
