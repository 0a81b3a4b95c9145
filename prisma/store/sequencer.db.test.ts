import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BATCH_ENDED, BATCH_STATES, type BatchState } from "../../core/batch/states.ts";
import type { Mover } from "../../core/job/states.ts";
import { epochText, itemsText, itemText, NO_HASH } from "../../core/sequencer/epoch.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { sha256 } from "../../tests/sequencer/chain.ts";
import { type TestDatabase, testDatabase } from "../../tests/setup/database.ts";
import { connect, type Db } from "../client.ts";
import { moveBatch } from "./batch/move.ts";
import {
  insertNode,
  leaveNode,
  listEpochs,
  listItems,
  MOST_ITEMS,
  publishBeat,
  readLatest,
  showNode,
  takeNode,
} from "./sequencer.ts";

let database: TestDatabase;
let db: Db;

beforeEach(async () => {
  database = await testDatabase();
  db = connect(database.url, { max: 8, name: "test" });
});

afterEach(async () => {
  await db.$disconnect();
  await database.drop();
});

const publish = (after: number, writer = "one", incarnation = "one/1") =>
  publishBeat(db, { after, writer, incarnation, handsOver: false }, TIMING);

const positions = async () =>
  (await db.sequenced.findMany({ orderBy: { id: "asc" } })).map(({ position }) => Number(position));

async function makeBatches(count: number, ...collections: readonly MadeCollection[]): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const collection = collections[place % collections.length];
    if (collection) await makeBatch(db, collection);
  }
}

describe("a beat", () => {
  it("follows the one it names, and of several that name the same one succeeds", async () => {
    expect(await readLatest(db)).toBeUndefined();
    const first = await publish(0);
    expect(first).toMatchObject({
      isPublished: true,
      given: 0,
      latest: { beat: { seq: 1, term: 1, period: 1 } },
    });
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, place) => publish(1, `node ${place}`, `node ${place}/1`)),
    );
    const won = all.filter(({ isPublished }) => isPublished);
    expect(won).toHaveLength(1);
    const [winner] = won;
    for (const { latest } of all) {
      expect(latest.beat).toEqual(winner?.latest.beat);
      expect(latest.ageMs).toBeLessThan(10_000);
    }
    expect(winner?.latest.beat).toMatchObject({ seq: 2, term: 2 });
    expect((await readLatest(db))?.beat).toEqual(winner?.latest.beat);
  });

  it("names the lanes that wait for positions, once each, if it gave one to a batch of theirs", async () => {
    const [waits, other, idle] = [
      await makeCollection(db),
      await makeCollection(db),
      await makeCollection(db),
    ];
    const settings = { startsWhen: "positioned" };
    await db.lane.updateMany({ where: { id: { in: [waits.laneId, idle.laneId] } }, data: { settings } });
    await makeBatches(4, waits, other);
    expect((await publish(0)).waking).toEqual([waits.laneId]);
    expect((await publish(1)).waking).toEqual([]);
    const batchId = await makeBatch(db, waits);
    expect((await publish(2)).waking).toEqual([waits.laneId]);
    // an end needs no lane to be woken
    await db.batch.update({ where: { id: batchId }, data: { state: "Deleted" } });
    expect(await publish(3)).toMatchObject({ given: 1, waking: [] });
  });

  it("A9: has the term of its stint, which begins anew with every incarnation", async () => {
    const terms: number[] = [];
    for (const [place, incarnation] of ["a/1", "a/1", "b/1", "a/1", "a/2", "a/2"].entries())
      terms.push((await publish(place, incarnation.slice(0, 1), incarnation)).latest.beat.term);
    expect(terms).toEqual([1, 1, 3, 4, 5, 5]);
  });

  it("A10: leaves longer periods after 32 that had nothing to do, sixteen ticks at most, and one again with the first item", async () => {
    const collection = await makeCollection(db);
    const periods: number[] = [];
    for (let after = 0; after < 38; after += 1) periods.push((await publish(after)).latest.beat.period);
    expect(periods.slice(0, 31)).toEqual(Array(31).fill(1));
    expect(periods.slice(31)).toEqual([2, 4, 8, 16, 16, 16, 16]);
    await makeBatch(db, collection);
    expect(await publish(38)).toMatchObject({ given: 1, latest: { beat: { period: 1 } } });
  });
});

describe("positions", () => {
  it("A5: are given once, without a gap, in the order of each lane", async () => {
    const [one, other] = [await makeCollection(db), await makeCollection(db)];
    await makeBatches(5, one, other);
    expect((await publish(0)).given).toBe(5);
    await makeBatches(4, other, one);
    expect((await publish(1)).given).toBe(4);
    expect((await publish(2)).given).toBe(0);
    expect(await positions()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { laneId } of [one, other]) {
      const rows = await db.sequenced.findMany({ where: { laneId }, orderBy: { position: "asc" } });
      expect(rows.map(({ laneSeq }) => Number(laneSeq))).toEqual(rows.map((_, place) => place + 1));
    }
  });

  it(`are given to ${MOST_ITEMS} items by one beat`, async () => {
    await db.sequenced.createMany({
      data: Array.from({ length: MOST_ITEMS + 1 }, (_, place) => ({
        kind: "batch",
        itemId: `bid-${place}`,
        at: new Date(),
      })),
    });
    expect((await publish(0)).given).toBe(MOST_ITEMS);
    expect((await publish(1)).given).toBe(1);
    expect(await positions()).toEqual(Array.from({ length: MOST_ITEMS + 1 }, (_, place) => place + 1));
  });

  it("A8: are given on from where they were by a node that has just started", async () => {
    const collection = await makeCollection(db);
    await makeBatches(2, collection);
    await publish(0);
    await makeBatches(2, collection);
    // it takes the register for empty, and learns of the latest beat
    const told = await publish(0, "two", "two/1");
    expect(told).toMatchObject({ isPublished: false, given: 0, latest: { beat: { seq: 1, writer: "one" } } });
    await publish(told.latest.beat.seq, "two", "two/1");
    expect(await positions()).toEqual([1, 2, 3, 4]);
  });

  it("are neither given twice nor skipped by nodes that all publish as fast as they can", async () => {
    const collection = await makeCollection(db);
    let isOver = false;
    const node = async (name: string) => {
      for (let after = 0; !isOver; ) after = (await publish(after, name, `${name}/1`)).latest.beat.seq;
    };
    const nodes = ["a", "b", "c"].map(node);
    await Promise.all([makeBatches(20, collection), makeBatches(20, await makeCollection(db))]);
    isOver = true;
    await Promise.all(nodes);
    await publish((await readLatest(db))?.beat.seq ?? 0);
    expect((await positions()).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, place) => place + 1),
    );
    expect(await brokenLinks(db)).toEqual([]);
  });
});

it("an epoch's hashes are those of the texts of core, for ids with any sign", async () => {
  const collection = await makeCollection(db);
  await makeBatches(2, collection);
  await db.sequenced.createMany({
    data: [{ kind: "task", itemId: "task-1", laneId: "käse\n§", at: new Date("2026-01-02T03:04:05.006Z") }],
  });
  await publish(0);
  await makeBatches(1, collection);
  await publish(1);
  const epochs = await listEpochs(db, 0, 10);
  expect(epochs.map(({ first, last }) => [first, last])).toEqual([
    [1, 3],
    [4, 4],
  ]);
  expect(epochs[0]?.previousHash).toBe(NO_HASH);
  expect(await brokenLinks(db)).toEqual([]);
});

describe("the end of a batch", () => {
  const move = (batchId: string, from: BatchState, to: BatchState, by: Mover = "worker") =>
    moveBatch(db, { batchId, from, to, by, actor: "test" });
  const ends = async () =>
    (await listItems(db, 1, 100))
      .filter(({ kind }) => kind === "batch.ended")
      .map(({ id, end }) => [id, end]);

  it("is an item each time it ends, with the state it reached, and the epoch's hashes are those of core", async () => {
    const collection = await makeCollection(db);
    const one = await makeBatch(db, collection);
    const other = await makeBatch(db, collection, "Held");
    await publish(0);
    await move(one, "Processing", "Reporting");
    await move(one, "Reporting", "Failed");
    await move(other, "Held", "Deleted", "person");
    await publish(1);
    await move(one, "Failed", "UpdateReporting", "person");
    await move(one, "UpdateReporting", "Failed");
    await move(one, "Failed", "UpdateReporting");
    await move(one, "UpdateReporting", "Completed");
    await publish(2);
    expect(await ends()).toEqual([
      [one, { state: "Failed", ending: 1 }],
      [other, { state: "Deleted", ending: 1 }],
      [one, { state: "Failed", ending: 2 }],
      [one, { state: "Completed", ending: 3 }],
    ]);
    const { laneId, laneSeq, stateAt, payloadSha256 } = await db.batch.findUniqueOrThrow({
      where: { id: one },
    });
    const [last] = await listItems(db, 6, 6);
    expect(last).toMatchObject({ laneId, laneSeq: Number(laneSeq), sha256: payloadSha256, at: stateAt });
    expect(await brokenLinks(db)).toEqual([]);
  });

  it("is an item in the very states that core counts as ended", async () => {
    const collection = await makeCollection(db);
    for (const state of BATCH_STATES) {
      const from = state === "Pending" ? "Held" : "Pending";
      const id = await makeBatch(db, collection, from);
      await db.batch.update({ where: { id }, data: { state } });
    }
    await publish(0);
    expect((await ends()).map(([, end]) => Object(end).state)).toEqual(BATCH_ENDED);
  });

  it("is none when the batch is changed and stays in its state", async () => {
    const id = await makeBatch(db, await makeCollection(db), "Failed");
    await db.batch.update({ where: { id }, data: { state: "Failed", errorMessage: "again" } });
    await publish(0);
    expect(await ends()).toEqual([]);
  });

  it("goes with the move: without the one there is not the other", async () => {
    const id = await makeBatch(db, await makeCollection(db), "Reporting");
    const undone = db.$transaction(async (tx) => {
      await moveBatch(tx, { batchId: id, from: "Reporting", to: "Completed", by: "worker", actor: "test" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await publish(0);
    expect(await ends()).toEqual([]);
  });
});

/** Epochs whose hashes are not those of their items and of the epoch before. */
async function brokenLinks(from: Db): Promise<number[]> {
  let previous = NO_HASH;
  const broken: number[] = [];
  for (const epoch of await listEpochs(from, 0, 10_000)) {
    const items = await listItems(from, epoch.first, epoch.last);
    const itemsHash = sha256(itemsText(items.map((item) => sha256(itemText(item)))));
    const isWhole = items.length === epoch.last - epoch.first + 1;
    const isOurs = epoch.itemsHash === itemsHash && epoch.hash === sha256(epochText(epoch));
    if (!isWhole || !isOurs || epoch.previousHash !== previous) broken.push(epoch.seq);
    previous = epoch.hash;
  }
  return broken;
}

describe("a node", () => {
  const node = (key: string) => ({ key, publicKey: `public ${key}`, privateKey: `sealed ${key}` });

  it("is seen while it says so, and its identity is free once it has left", async () => {
    await insertNode(db, node("a"), "a/1");
    await insertNode(db, node("b"), "b/1");
    const shows = { key: "a", incarnation: "a/1", beatsLost: 0 };
    const seen = async () => (await showNode(db, shows, 60_000))?.keys.toSorted();
    expect(await seen()).toEqual(["a", "b"]);
    expect(await takeNode(db, "c/1", 60_000)).toBeUndefined();
    await leaveNode(db, { key: "b", incarnation: "b/1" });
    expect(await seen()).toEqual(["a"]);
    const taken = await Promise.all([takeNode(db, "c/1", 60_000), takeNode(db, "d/1", 60_000)]);
    expect(taken.filter((one) => one)).toEqual([node("b")]);
    expect(await seen()).toEqual(["a", "b"]);
  });

  it("that another process has taken over does not speak for it", async () => {
    await insertNode(db, node("a"), "a/1");
    expect(await takeNode(db, "a/2", -1)).toEqual(node("a"));
    await leaveNode(db, { key: "a", incarnation: "a/1" });
    const shows = { key: "a", beatsLost: 3 };
    expect(await showNode(db, { ...shows, incarnation: "a/1" }, 60_000)).toBeUndefined();
    expect((await showNode(db, { ...shows, incarnation: "a/2" }, 60_000))?.keys).toEqual(["a"]);
    expect((await db.sequencerNode.findUnique({ where: { key: "a" } }))?.beatsLost).toBe(3n);
  });
});
