import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world.ts";
import { type Fault, must } from "./fault.ts";

const OFFSETS_S = [600, -90, -3_600, 0] as const;
const HOURS_S = 7_200;
/** How long a mail server refuses while two workers are hours apart. */
const REFUSING_MS = 6_000;
/** And how long it is waited for the first mail it refuses. */
const FIRST_MS = 15_000;
const LOOK_MS = 100;
/** Tries in that time, since the pauses are at least half of 0.5 s, 1 s, 2 s and so on: five, and one for a slow machine. */
const MOST_TRIES = 6;
const LATER = { sender: { code: 451, text: "Try again later." } };

const apart = new WeakSet<World>();

/** Faults of the workers' clocks. */
export const CLOCK_FAULTS: readonly Fault[] = [
  {
    name: "set a worker's clock",
    code: "F26",
    group: "clock",
    weight: 2,
    inject: async (world, dice) => {
      const offsetS = dice.pick(OFFSETS_S);
      await world.setClock(0, offsetS);
      await sleep(1_000);
      return `${offsetS} s`;
    },
  },
  {
    name: "two workers' clocks four hours apart, while the mail server refuses",
    code: "F65",
    group: "clock",
    weight: 1,
    inject: async (world, dice) => {
      const { neighbours, repository } = world;
      if (apart.has(world)) throw new Error("they are apart already");
      apart.add(world);
      try {
        await world.setClock(0, HOURS_S);
        await world.setClock(1, -HOURS_S);
        neighbours.smtp.behave(LATER);
        void repository.deposit(dice.pick(repository.lanes).slug, "file").catch(() => undefined);
        const before = new Map((await triesOf(world)).map(({ id, tries }) => [id, tries]));
        const triedSince = async () =>
          (await triesOf(world)).filter(({ id, tries }) => tries > (before.get(id) ?? 0));
        for (const end = performance.now() + FIRST_MS; performance.now() < end; await sleep(LOOK_MS))
          if ((await triedSince()).length > 0) break;
        await sleep(REFUSING_MS);
        const mails = await triedSince();
        if (mails.length === 0) throw new Error("no mail was tried meanwhile");
        const most = Math.max(...mails.map(({ id, tries }) => tries - (before.get(id) ?? 0)));
        const failed = mails.filter(({ status }) => status === "Failed").length;
        must(failed === 0, `${failed} mails were given up within ${REFUSING_MS} ms`);
        must(most <= MOST_TRIES, `a mail was tried ${most} times in ${REFUSING_MS} ms`);
        return `${HOURS_S} s ahead and behind, ${mails.length} mails tried ${most} times at most`;
      } finally {
        neighbours.smtp.behave({});
        await world.setClock(0, 0);
        await world.setClock(1, 0);
        apart.delete(world);
      }
    },
  },
];

type Tried = { readonly id: string; readonly status: string; readonly tries: number };

function triesOf({ ctx: { db } }: World): Promise<Tried[]> {
  return db.$queryRaw<Tried[]>`SELECT id, status, attempts AS tries FROM outbox WHERE kind = 'mail'`;
}
