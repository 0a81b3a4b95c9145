import { setTimeout as sleep } from "node:timers/promises";
import type { FeedItem } from "../../core/contracts/feed-views.ts";
import { BEGINNING, readCursor } from "../../core/sequencer/cursor.ts";
import type { Context } from "../../operations/context.ts";
import { readFeed } from "../../operations/sequencer/read-feed.ts";
import { verifyChain } from "../../operations/sequencer/verify-chain.ts";

/** What must be empty of the order of everything, each with what it means when it is not. */
export const ORDER = {
  unplaced: "things that were accepted or have ended have no position",
  chain: "faults are in the sequencer's chain",
  positions: "positions are missing in the feed, or there twice",
  disagreeing: "batches have positions in another order than their places in the lane",
  untold: "batches, ends or tasks are missing in the feed",
  toldTwice: "batches, ends or tasks are in the feed more than once, or never happened",
} as const satisfies Record<string, string>;

/** `found`: what is wrong, in words. The rest are figures. */
export type OrderVerdict = {
  readonly found: Readonly<Record<keyof typeof ORDER, readonly string[]>>;
  readonly items: number;
  readonly ends: number;
  readonly epochs: number;
  readonly writers: number;
};

/** Longer than workers take to give positions and to sign, which they try again every 10 s. */
const PATIENCE_MS = 30_000;

/** Looks at the order once everything has ended, while workers still run: positions, chain, lanes, and the feed from its start. */
export async function judgeOrder(ctx: Context): Promise<OrderVerdict> {
  const { db } = ctx;
  const tasks = await listTasks(ctx);
  const { unplaced, unsigned } = await untilSigned(ctx);
  const { fault, isWhole, epochs } = await verifyChain(ctx, { after: 0, forMs: PATIENCE_MS });
  const items = await wholeFeed(ctx);
  const expected = await listHappened(ctx);
  // schedules begin tasks meanwhile: what there was before must be told, and what is told must be there afterwards
  const happened = new Set([...expected, ...(await listTasks(ctx))]);
  const told = countBy(items.map(keyOf));
  return {
    found: {
      unplaced,
      chain: [
        ...(fault ? [JSON.stringify(fault)] : []),
        ...(isWhole ? [] : ["it is not whole"]),
        ...(unsigned === 0 ? [] : [`${unsigned} epochs are not signed`]),
      ],
      positions: items.flatMap(({ position }, place) =>
        Number(position) === place + 1 ? [] : [`${position} at place ${place + 1}`],
      ),
      disagreeing: await listDisagreeing(ctx),
      untold: [...expected, ...tasks].filter((key) => !told.has(key)),
      toldTwice: [...told].flatMap(([key, count]) => (count === 1 && happened.has(key) ? [] : [key])),
    },
    items: items.length,
    ends: items.filter(({ kind }) => kind === "batch.ended").length,
    epochs,
    writers: (await db.sequencerEpoch.groupBy({ by: ["writer"] })).length,
  };
}

/** Waits until all has a position and a signature. @returns what had none at the last look: more may come at any time */
async function untilSigned({ db }: Context): Promise<{ unplaced: readonly string[]; unsigned: number }> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const [waiting, unsigned] = await Promise.all([
      db.sequenced.findMany({ where: { position: null }, take: 100 }),
      db.sequencerEpoch.count({ where: { signature: null } }),
    ]);
    const unplaced = waiting.map(({ kind, itemId }) => `${kind} ${itemId}`);
    if ((unplaced.length === 0 && unsigned === 0) || performance.now() >= end) return { unplaced, unsigned };
    await sleep(200);
  }
}

async function wholeFeed(ctx: Context): Promise<readonly FeedItem[]> {
  const items: FeedItem[] = [];
  let after = BEGINNING;
  for (;;) {
    const page = await readFeed(ctx, { after, limit: 1_000 });
    items.push(...page.items);
    if (page.isAll) return items;
    after = readCursor(page.next) ?? after;
  }
}

const keyOf = ({ kind, id, ending, state }: FeedItem) =>
  kind === "batch.ended" ? `${kind} ${id} ${ending} ${state}` : `${kind} ${id}`;

async function listTasks({ db }: Context): Promise<readonly string[]> {
  return (await db.task.findMany({ select: { id: true } })).map(({ id }) => `task ${id}`);
}

/** Every batch, and every move of one to an end by its event, which another statement writes than the item. */
async function listHappened({ db }: Context): Promise<ReadonlySet<string>> {
  const batches = await db.batch.findMany({ select: { id: true } });
  const ends = await db.event.findMany({
    where: { kind: "batch.moved", to: { in: ["Completed", "Failed", "Deleted"] } },
    orderBy: { id: "asc" },
    select: { batchId: true, to: true },
  });
  const seen = new Map<string, number>();
  const ended = ends.map(({ batchId, to }) => {
    const ending = (seen.get(batchId ?? "") ?? 0) + 1;
    seen.set(batchId ?? "", ending);
    return `batch.ended ${batchId} ${ending} ${to}`;
  });
  return new Set([...batches.map(({ id }) => `batch ${id}`), ...ended]);
}

async function listDisagreeing({ db }: Context): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT item_id AS id FROM (
      SELECT sequenced.item_id, sequenced.position,
        lag(sequenced.position) OVER (PARTITION BY batch.lane_id ORDER BY batch.lane_seq) AS before
      FROM sequenced JOIN batch ON batch.id = sequenced.item_id WHERE sequenced.kind = 'batch'
    ) AS placed WHERE position < before LIMIT 100`;
  return rows.map(({ id }) => id);
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
