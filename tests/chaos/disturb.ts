import { setTimeout as sleep } from "node:timers/promises";
import { openDice } from "./dice.ts";
import { FAULTS, LISTED } from "./faults/all.ts";
import { type Dealt, type Deck, openDeck } from "./faults/deck.ts";
import { Broken } from "./faults/fault.ts";
import { handIn } from "./hand-in.ts";
import type { ChaosLane } from "./lanes.ts";
import type { ChaosOptions } from "./options.ts";
import { handInDeposits } from "./repository/hand-in-deposits.ts";
import { Slots } from "./slots.ts";
import { handInTasks } from "./tasks/hand-in-tasks.ts";
import { within } from "./within.ts";
import type { World } from "./world.ts";

/** Faults at a time: those that wait for a batch to meet them, and all others. */
const [MOST_WAITING, MOST] = [6, 4];
/** A run as long as this has room for every listed fault; what of them could not be done is tried for so much longer, which only a busy machine needs. */
const ROOM_MINUTES = 0.5;
const LONGER_MS = 180_000;
/** A fault that has not ended after this stands still: the longest kills eight workers, each once it has met a batch. */
const FAULT_MS = 420_000;
/** Of a run's time, until its last batches are handed in. */
const HANDED_IN = 0.8;

/** A fault that happened: when it was done, by the true clock, and what showed it. */
export type Evidence = { readonly at: string; readonly fault: string; readonly shown: string };

/** What was done to the world. `faults`: how often each happened; `owed`: listed ones that never did. */
export type Disturbed = {
  readonly evidence: readonly Evidence[];
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
  { seed, minutes, profile, only, deposits, tasks }: ChaosOptions,
  lanes: readonly ChaosLane[],
): Promise<Disturbed> {
  const all = FAULTS.filter((fault) => profile === "full" || fault.profile !== "full");
  const wanted = all.filter(({ code }) => code === only);
  const faults = wanted.length > 0 ? wanted : all;
  const listed = LISTED.filter(
    (code) => faults.some((fault) => fault.code === code) && (code !== "F59" || world.disk.isOwn),
  );
  const deck = openDeck(openDice(seed), faults, listed);
  const hasRoom = minutes >= ROOM_MINUTES;
  const done = {
    faults: new Map<string, number>(),
    groups: new Map<string, number>(),
    undone: new Map<string, number>(),
  };
  const broken: string[] = [];
  const handInMs = minutes * 60_000 * HANDED_IN;
  const handing = Promise.all([
    handIn(world, lanes, handInMs),
    handInDeposits(world, deposits, handInMs),
    handInTasks(world, tasks, handInMs),
  ]);
  // it is heard once the faults are over
  handing.catch(() => undefined);
  const evidence: Evidence[] = [];
  await injectAll(
    world,
    { seed, minutes, deck, hasRoom },
    {
      done({ fault: { code, name, group } }, shown) {
        evidence.push({ at: new Date().toISOString(), fault: `${code} ${name}`, shown });
        raise(done.faults, `${code} ${name}`);
        raise(done.groups, group);
      },
      undone({ fault: { code, name } }, error) {
        if (error instanceof Broken) broken.push(`${code} ${name}: ${error.message}`);
        else raise(done.undone, `${code} ${name}: ${firstLine(error)}`);
      },
    },
  );
  await heal(world);
  await handing;
  return { ...done, evidence, broken, owed: deck.owed(), hasRoom };
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return line.slice(0, 200);
}

function raise(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

type Plan = {
  readonly seed: number;
  readonly minutes: number;
  readonly deck: Deck;
  readonly hasRoom: boolean;
};
type Told = { done(dealt: Dealt, shown: string): void; undone(dealt: Dealt, error: unknown): void };

async function injectAll(world: World, { seed, minutes, deck, hasRoom }: Plan, told: Told): Promise<void> {
  const dice = openDice(seed + 1);
  const end = performance.now() + minutes * 60_000;
  const last = end + (hasRoom ? LONGER_MS : 0);
  const [waiting, running] = [new Slots(MOST_WAITING), new Slots(MOST)];
  const inject = async (dealt: Dealt, service: string) => {
    try {
      const shown = await within(FAULT_MS, () =>
        dealt.fault.inject(world, openDice(seed + dealt.salt), service),
      );
      deck.settle(dealt);
      told.done(dealt, shown);
    } catch (error) {
      deck.putBack(dealt);
      told.undone(dealt, error);
    }
  };
  for (
    let now = performance.now();
    now < end || (now < last && deck.owed().length > 0);
    now = performance.now()
  ) {
    const dealt = now < end ? deck.next() : deck.nextOwed();
    if (dealt) {
      const { service } = dice.pick(world.lanes);
      (dealt.fault.group === "ledger" ? waiting : running).take(inject(dealt, service));
    }
    await sleep(dice.between(100, 700));
    await Promise.all([running.room(), waiting.room()]);
  }
  await Promise.all([running.empty(), waiting.empty()]);
}

async function heal(world: World): Promise<void> {
  world.ledger.control({ clear: "all" });
  world.redisDoor.heal();
  await world.setClock(0, 0);
  await world.setClock(1, 0);
  world.neighbours.mailDoor.heal();
  world.neighbours.smtp.behave({});
  // a worker that could not be started while two faults met, or has ended by itself
  for (const [place, worker] of world.workers.entries()) if (!worker) await world.startWorker(place);
}
