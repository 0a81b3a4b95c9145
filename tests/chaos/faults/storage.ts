import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "../dice.ts";
import type { World } from "../world.ts";
import { type Fault, must } from "./fault.ts";
import { STAND_INS, whileAway, whileCovered } from "./storage-away.ts";

/** What makes a folder an OCFL object of the storage. A worker in the middle of a job may leave anything else in an empty place. */
const OBJECT = /^ocfl\/.*0=ocfl_object_1\.1$/;
/** So many deposits are handed in first, so that there is work to meet it. */
const FIRST = 2;

const away = new WeakMap<World, Set<string>>();

/** Takes a root away while something runs, and answers what was written into its place. */
type TakeAway = (root: string, act: () => Promise<void>) => Promise<readonly string[]>;
const STORAGES = {
  F45: ["working storage", "WORKING_STORAGE"],
  F46: ["object storage", "OBJECT_STORAGE"],
} as const;

/** Takes a storage away for some seconds while deposits are under way. */
const unmount = (
  code: keyof typeof STORAGES,
  how: string,
  takeAway: TakeAway,
  more: Pick<Fault, "profile"> = {},
): Fault => ({
  ...more,
  name: `${STORAGES[code][0]} away, ${how}`,
  code,
  group: "storage",
  weight: 1,
  inject: (world, dice) =>
    onlyOnce(world, code, async () => {
      const [, which] = STORAGES[code];
      const underWay = await giveWork(world, dice);
      const ms = dice.between(2_000, 5_000);
      const refusals = countRefusals(world);
      let waiting = "";
      let [isTaken, wasTaken] = [false, false];
      const written = await takeAway(world.ctx.env[which], async () => {
        const given = world.repository.deposit(dice.pick(world.repository.lanes).slug);
        void given.then(
          () => {
            isTaken = true;
          },
          () => undefined,
        );
        await sleep(ms);
        waiting = await waitingWords(world);
        wasTaken = isTaken;
      });
      must(code !== "F45" || !wasTaken, "an upload was taken while working storage was away");
      const objects = written.filter((file) => OBJECT.test(file));
      must(objects.length === 0, `${objects.length} objects were stored in its place, as ${objects[0]}`);
      return `${ms} ms, ${underWay} jobs under way, waiting ${waiting}, uploads refused ${refusals()}, ${written.length} names left in its place`;
    }),
});

/** Faults of the disks that working and object storage lie on. */
export const STORAGE_FAULTS: readonly Fault[] = [
  ...(["F45", "F46"] as const).flatMap((code) => [
    ...STAND_INS.map((standIn) =>
      unmount(code, `${standIn} in its place`, (root, act) => whileAway(root, standIn, act)),
    ),
    unmount(code, "a disk mounted over it", whileCovered, { profile: "full" }),
  ]),
  {
    name: "the disk of both storages full, then free again",
    code: "F59",
    group: "storage",
    weight: 1,
    inject: (world, dice) =>
      onlyOnce(world, "disk", async () => {
        const underWay = await giveWork(world, dice);
        const ms = dice.between(1_500, 4_000);
        const refusals = countRefusals(world);
        const { bytes, free } = await world.disk.fill();
        try {
          void world.repository.deposit(dice.pick(world.repository.lanes).slug).catch(() => undefined);
          await sleep(ms);
        } finally {
          await free();
        }
        return `took ${bytes} bytes until ENOSPC, for ${ms} ms, ${underWay} jobs under way, uploads refused ${refusals()}`;
      }),
  },
];

async function onlyOnce(world: World, what: string, act: () => Promise<string>): Promise<string> {
  const busy = away.get(world) ?? new Set();
  away.set(world, busy);
  if (busy.has(what)) throw new Error("it is away already");
  busy.add(what);
  try {
    return await act();
  } finally {
    busy.delete(what);
  }
}

/** @returns how many jobs are open then. @throws Error when none is */
async function giveWork({ ctx, repository }: World, dice: Dice): Promise<number> {
  const lanes = Array.from({ length: FIRST }, () => dice.pick(repository.lanes));
  await Promise.all(lanes.map(({ slug }) => repository.deposit(slug)));
  const open = await ctx.db.job.count({ where: { endedAt: null } });
  const batches = await ctx.db.batch.count({ where: { endedAt: null, lane: { backend: "repository" } } });
  if (open + batches === 0) throw new Error("nothing was under way");
  return open;
}

/** @returns what tells the refusals since, by code */
function countRefusals({ repository: { refused } }: World): () => string {
  const before = new Map(refused);
  return () => {
    const since = [...refused].map(([code, count]) => [code, count - (before.get(code) ?? 0)] as const);
    const some = since.filter(([, count]) => count > 0).map(([code, count]) => `${code} ${count}`);
    return some.length === 0 ? "none" : some.join(" ");
  };
}

/** Jobs that wait just then, by what for, and alarms of the installation. */
async function waitingWords({ ctx: { db } }: World): Promise<string> {
  const groups = await db.job
    .groupBy({ by: ["waitCode"], where: { waitCode: { not: null } }, _count: true })
    .catch(() => []);
  const alarms = await db.alarm.findMany({ select: { kind: true } }).catch(() => []);
  const words = [
    ...groups.map(({ waitCode, _count }) => `${waitCode} ${_count}`),
    ...alarms.map(({ kind }) => `alarm ${kind}`),
  ];
  return words.join(", ") || "none";
}
