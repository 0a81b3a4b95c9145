import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import { type Cursor, readCursor } from "../../core/sequencer/cursor.ts";
import { PositionNews } from "../../lib/position-news.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { awaitFeed } from "./await-feed.ts";
import { readFeed } from "./read-feed.ts";

/** Positions that somebody who sees a part of them has to be led past; more than one statement looks at. */
const HIDDEN = 4_500;
/** What one statement looks at. */
const HIDDEN_SPAN = 2_000;

let test: TestContext;
let maps: MadeCollection;
let films: MadeCollection;
let viewer: Actor;
let ada: Actor;
let first: string;
let failed: string;

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  [maps, films] = [await makeCollection(db), await makeCollection(db)];
  viewer = await makePerson(db, "viewer");
  ada = await makePerson(db, "depositor", [maps]);
  first = await makeBatch(db, maps);
  await makeBatch(db, films);
  failed = await makeBatch(db, maps, "Reporting");
  await orderNow(test.ctx);
  await moveBatch(db, { batchId: failed, from: "Reporting", to: "Failed", by: "worker", actor: "test" });
  await orderNow(test.ctx);
});

afterAll(() => test.end());

const at = (position: number, history?: string): Cursor => ({ position, history });
const read = (actor: Actor, after = 0, limit = 100) => readFeed(test.as(actor), { after: at(after), limit });
/** Where `next` stands. */
const standsAt = ({ next }: { readonly next: string }) => readCursor(next)?.position;
const positionsOf = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ position }) => position);

describe("the feed", () => {
  it("tells what was accepted and what has ended, with its collection, lane, epoch and state", async () => {
    const { items, next, last, isAll } = await read(viewer);
    const { hash } = await test.ctx.db.sequencerEpoch.findUniqueOrThrow({ where: { seq: 2 } });
    expect([next, last, isAll]).toEqual([`4.${hash.slice(0, 12)}`, "4", true]);
    const { lane, ...batch } = await test.ctx.db.batch.findUniqueOrThrow({
      where: { id: failed },
      include: { lane: true },
    });
    const common = {
      id: failed,
      collection: maps.slug,
      serviceId: lane.serviceId,
      laneSeq: "2",
      sha256: batch.payloadSha256,
    };
    expect(items.map(({ position, id, kind }) => [position, id === first, kind])).toEqual([
      ["1", true, "batch"],
      ["2", false, "batch"],
      ["3", false, "batch"],
      ["4", false, "batch.ended"],
    ]);
    expect(items.slice(2)).toEqual([
      {
        position: "3",
        kind: "batch",
        ...common,
        at: batch.createdAt.toISOString(),
        epoch: "1",
        state: null,
        ending: null,
      },
      {
        position: "4",
        kind: "batch.ended",
        ...common,
        at: batch.stateAt.toISOString(),
        epoch: "2",
        state: "Failed",
        ending: 1,
      },
    ]);
  });

  it("goes on strictly after the cursor, with as many as were asked for", async () => {
    const page = await read(viewer, 1, 2);
    expect([positionsOf(page), standsAt(page), page.last, page.isAll]).toEqual([["2", "3"], 3, "4", false]);
    const last = await read(viewer, 3, 2);
    expect([positionsOf(last), standsAt(last)]).toEqual([["4"], 4]);
    expect(await read(viewer, 4, 2)).toEqual({ items: [], next: last.next, last: "4", isAll: true });
  });

  it("leaves out what somebody may not see, and its cursor is behind that", async () => {
    expect(positionsOf(await read(ada))).toEqual(["1", "3", "4"]);
    const page = await read(ada, 1, 1);
    expect([positionsOf(page), standsAt(page)]).toEqual([["3"], 3]);
    const stranger = await makePerson(test.ctx.db, "depositor", []);
    const hidden = await read(stranger);
    expect([hidden.items, standsAt(hidden), hidden.isAll]).toEqual([[], 4, true]);
  });

  it("refuses a cursor that has not been given yet", async () => {
    await expect(read(viewer, 5)).rejects.toMatchObject({
      code: "cursor_lost",
      message: expect.stringMatching(/^The cursor is 5, but the last position given is 4\./),
    });
    await expect(read(ada, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: "cursor_lost" });
  });
});

it("a cursor of a history that was lost is refused, however far the new one has come", async () => {
  const { next } = await read(viewer, 0, 3);
  const cursor = readCursor(next) ?? at(0);
  expect(await readFeed(test.as(viewer), { after: cursor, limit: 1 })).toMatchObject({
    items: [{ position: "4" }],
  });
  for (const after of [at(3, "0123456789ab"), at(1, "0123456789ab")])
    await expect(readFeed(test.as(ada), { after, limit: 1 })).rejects.toMatchObject({
      code: "cursor_lost",
      message: expect.stringContaining("was given again since you were told of it"),
    });
});

describe("a wait", () => {
  const never = new AbortController().signal;
  /** Only what is told counts. */
  const quiet = () => new PositionNews(async () => Promise.reject(new Error("not looked at")), 60_000);
  const wait = (actor: Actor, after: number, hints: PositionNews, waitMs = 20_000, signal = never) =>
    awaitFeed(
      test.as(actor),
      { after: at(after), limit: 10 },
      { waitMs, signal, hints, again: async () => actor },
    );
  const end = async () => Number((await read(viewer)).last);

  it("ends with what comes, as soon as it is told", async () => {
    const [after, hints] = [await end(), quiet()];
    const waits = wait(viewer, after, hints);
    const id = await makeBatch(test.ctx.db, films);
    await orderNow(test.ctx);
    hints.tell(after + 1);
    const page = await waits;
    expect(page).toMatchObject({ items: [{ id }] });
    expect(standsAt(page)).toBe(after + 1);
  });

  it("ends empty when nothing comes", async () => {
    const after = await end();
    const began = performance.now();
    const page = await wait(viewer, after, quiet(), 60);
    expect(page).toMatchObject({ items: [], last: String(after), isAll: true });
    expect(standsAt(page)).toBe(after);
    expect(performance.now() - began).toBeGreaterThan(55);
  });

  it("goes on over what is hidden, until something is there to see", async () => {
    const [after, hints] = [await end(), quiet()];
    const waits = wait(ada, after, hints);
    await makeBatch(test.ctx.db, films);
    await orderNow(test.ctx);
    hints.tell(after + 1);
    const id = await makeBatch(test.ctx.db, maps);
    await orderNow(test.ctx);
    hints.tell(after + 2);
    expect(await waits).toMatchObject({ items: [{ id, position: String(after + 2) }] });
  });

  it("ends empty when only hidden items were looked at, and more is to be", async () => {
    const page = await wait(ada, 0, quiet());
    expect(page.items.length).toBeGreaterThan(0);
    const { db } = test.ctx;
    const hidden = Array.from({ length: 10 * HIDDEN_SPAN + 1 }, (_, place) => ({
      kind: "task",
      itemId: `w-${place}`,
      at: new Date(),
    }));
    await db.sequenced.createMany({ data: hidden });
    const after = await end();
    for (let beats = 0; beats <= (10 * HIDDEN_SPAN) / 1_000; beats += 1) await orderNow(test.ctx);
    const passed = await wait(ada, after, quiet());
    expect([passed.items, passed.isAll, standsAt(passed)]).toEqual([[], false, after + 10 * HIDDEN_SPAN]);
  });

  it("ends when the process does, and when the client goes", async () => {
    const [after, hints, gone] = [await end(), quiet(), new AbortController()];
    const waits = wait(viewer, after, hints);
    const left = wait(viewer, after, hints, 20_000, gone.signal);
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    hints.end();
    expect((await waits).items).toEqual([]);
    await expect(wait(viewer, after, hints)).rejects.toMatchObject({ code: "shutting_down" });
  });

  it("is refused to somebody whose right has ended meanwhile", async () => {
    const [after, hints] = [await end(), quiet()];
    const again = async () => Promise.reject(new Error("token ended"));
    const asked = { after: at(after), limit: 10 };
    const waits = awaitFeed(test.as(viewer), asked, { waitMs: 20_000, signal: never, hints, again });
    const ended = expect(waits).rejects.toThrow("token ended");
    hints.tell(after + 1);
    await ended;
  });
});

it("leads somebody past thousands of items that are hidden", async () => {
  const { db } = test.ctx;
  await db.sequenced.createMany({
    data: Array.from({ length: HIDDEN }, (_, place) => ({
      kind: "task",
      itemId: `t-${place}`,
      at: new Date(),
    })),
  });
  const from = Number((await read(viewer)).last);
  for (let beats = 0; beats < 5; beats += 1) await orderNow(test.ctx);
  const id = await makeBatch(db, maps);
  await orderNow(test.ctx);
  const page = await read(ada, from);
  expect(page).toMatchObject({ items: [{ id, position: String(from + HIDDEN + 1) }] });
  expect(page.isAll).toBe(true);
  const all = await read(viewer, from, 1_000);
  expect([all.items.length, standsAt(all)]).toEqual([1_000, from + 1_000]);
  expect(all.items[0]).toMatchObject({ kind: "task", collection: null, serviceId: null, laneSeq: null });
});
