import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { WaybillError } from "../../../core/errors.ts";
import { placeHold } from "../../../operations/hold/place.ts";
import { releaseHold } from "../../../operations/hold/release.ts";
import { type ChaosLane, submitLane } from "../lanes.ts";
import type { World } from "../world.ts";
import { type Fault, must } from "./fault.ts";

const TIMES = 3;
const WAKE_UPS = 100;
const REQUESTS = 20;
const [MOST_TRIES, TRY_MS] = [40, 500];

/** The same thing more than once, one after the other or at once. */
export const TWICE_FAULTS: readonly Fault[] = [
  {
    name: "a lane's batches handed in again",
    code: "F24",
    group: "people",
    weight: 1,
    inject: async (world, _dice, service) => {
      const lane = world.lanes.find((one) => one.service === service);
      if (!lane) throw new Error("no lane of the run");
      const ids = await takenOf(world, lane);
      if (ids.length === 0) throw new Error("none of its batches was handed in yet");
      const batches = lane.batches.filter(({ id }) => ids.includes(id));
      await Promise.all(Array.from({ length: TIMES }, () => submitLane(world.ctx, { ...lane, batches })));
      const rows = (await takenOf(world, { batches })).length;
      must(rows === ids.length, `${ids.length} batches of ${service} have ${rows} rows`);
      return `${ids.length} batches of ${service} ${TIMES} times more, ${rows} rows`;
    },
  },
  {
    name: "the same wake-up 100 times",
    code: "F24",
    group: "redis",
    weight: 1,
    inject: async (world, _dice, service) => {
      const { id } = await world.ctx.db.lane.findUniqueOrThrow({ where: { serviceId: service } });
      const queue = new Queue("waybill-lanes", {
        connection: { url: world.redisUrl, maxRetriesPerRequest: 1, connectTimeout: 1_000 },
      });
      queue.on("error", () => undefined);
      try {
        const wake = { name: "lane", data: { kind: "lane", id }, opts: { removeOnComplete: true } };
        const added = await queue.addBulk(Array.from({ length: WAKE_UPS }, () => wake));
        return `${added.length} of ${service}`;
      } finally {
        await queue.close().catch(() => undefined);
      }
    },
  },
  {
    name: "a lane held, then released, by 20 requests at once",
    code: "F27",
    group: "people",
    weight: 1,
    inject: async (world, _dice, service) => {
      if (storming.has(world)) throw new Error("another lane is just being held");
      storming.add(world);
      const ask = { on: "lane", id: service, reason: "20 at once" } as const;
      try {
        await storm(world, service, "lane.hold", "already_held", () => placeHold(world.ctx, ask));
        await storm(world, service, "lane.release", "not_held", () => releaseHold(world.ctx, ask));
      } finally {
        await releaseSurely(() => releaseHold(world.ctx, ask));
        storming.delete(world);
      }
      return `${service}: one request held it, one released it, ${2 * (REQUESTS - 1)} were told that it was so`;
    },
  },
];

/** One at a time, so that no other one's audit rows are counted. */
const storming = new WeakSet<World>();

/** The ids of a lane's batches, one for each row. */
async function takenOf({ ctx: { db } }: World, { batches }: Pick<ChaosLane, "batches">): Promise<string[]> {
  const rows = await db.ledgerBatch.findMany({
    where: { ledgerId: { in: batches.map(({ id }) => id) } },
    select: { ledgerId: true },
  });
  return rows.map(({ ledgerId }) => ledgerId);
}

/** Does the same 20 times at once: one wins, the others are answered `code`, and one audit row says so. */
async function storm(
  { ctx: { db } }: World,
  target: string,
  action: string,
  code: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const countRows = () => db.audit.count({ where: { target, action } });
  const before = await countRows();
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, () =>
      act().then(
        () => "done",
        (error: unknown) => (error instanceof WaybillError ? error.code : "away"),
      ),
    ),
  );
  const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
  must(count("done") <= 1, `${count("done")} of ${REQUESTS} requests for ${action} won`);
  if (count("done") + count(code) < REQUESTS) throw new Error("the database was away");
  const rows = (await countRows()) - before;
  must(
    count("done") === 1 && rows === 1,
    `${action} was done ${count("done")} times and has ${rows} audit rows`,
  );
}

/** Whatever the database does meanwhile. */
async function releaseSurely(release: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await release();
      return;
    } catch (error) {
      if (error instanceof WaybillError && error.code === "not_held") return;
      if (tries === MOST_TRIES) throw error;
      await sleep(TRY_MS);
    }
  }
}
