import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTask } from "../../core/task/define-task.ts";
import { NonRetryable } from "../../core/task/task-errors.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { beginTask } from "../../prisma/store/task/begin.ts";
import { drawPlace, forgetLanes } from "../../prisma/store/task/lane.ts";
import { keepTaskStep } from "../../prisma/store/task/step.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { cancelTask } from "./cancel.ts";
import { retryTask } from "./retry.ts";
import { workTask } from "./work.ts";

const Input = z.strictObject({ lane: z.string(), fails: z.boolean().default(false) });
const reason = "the source was repaired";

let done: string[] = [];
const mended = new Set<string>();

function inLane(name: string, laneOnDead: "block" | "skip") {
  return defineTask({
    name,
    input: Input,
    key: ["lane"],
    laneOnDead,
    async run({ fails }, { id, step }) {
      await step("only", () => {
        done.push(id);
        if (fails && !mended.has(id)) throw new NonRetryable("it cannot");
      });
    },
  });
}

let scene: Awaited<ReturnType<typeof taskScene>>;
beforeAll(async () => {
  scene = await taskScene([inLane("blocks", "block"), inLane("skips", "skip")]);
});
afterAll(() => scene.end());
beforeEach(() => {
  done = [];
});

const start = async (name: string, lane: string, fails = false) =>
  (await scene.start(name, { lane, fails })).id;
const states = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await scene.task(id)).state));

describe("tasks of a key", () => {
  it("are begun one after the other, in the order in which they were accepted; other keys do not wait", async () => {
    const ids = [];
    for (let place = 0; place < 5; place += 1) ids.push(await start("blocks", "a"));
    const other = await start("blocks", "b");
    const [first, second] = [await scene.take(), await scene.take()];
    expect(new Set([first?.id, second?.id])).toEqual(new Set([ids[0], other]));
    expect(await scene.take()).toBeUndefined();
    for (const lease of [first, second])
      await releaseLease(scene.ctx.db, "task", {
        id: lease?.id ?? "",
        fence: lease?.fence ?? 0n,
        dueInMs: 0,
      });
    await scene.workAll();
    expect(done.filter((id) => id !== other)).toEqual(ids);
  });

  it("have positions in that order, also when many are accepted at the same time", async () => {
    await Promise.all(Array.from({ length: 30 }, (_, place) => start("blocks", `crowd ${place % 2}`)));
    await orderNow(scene.ctx);
    await scene.workAll();
    const { db } = scene.ctx;
    const rows = await db.sequenced.findMany({ where: { kind: "task" }, orderBy: { position: "asc" } });
    expect(rows.every(({ position }) => position !== null)).toBe(true);
    for (const lane of new Set(rows.map(({ laneId }) => laneId))) {
      const ofLane = rows.filter(({ laneId }) => laneId === lane);
      const places = ofLane.map(({ laneSeq }) => Number(laneSeq));
      expect(places).toEqual(places.map((_, place) => place + 1));
      const worked = ofLane.map(({ itemId }) => done.indexOf(itemId)).filter((place) => place >= 0);
      expect(worked).toEqual([...worked].sort((a, b) => a - b));
    }
  });

  it("wait behind a dead one until it is tried again or given up", async () => {
    const ids = [
      await start("blocks", "c", true),
      await start("blocks", "c", true),
      await start("blocks", "c"),
    ];
    const [first = "", second = ""] = ids;
    await scene.workAll();
    expect(await states(ids)).toEqual(["Dead", "Accepted", "Accepted"]);
    mended.add(first);
    await retryTask(scene.ctx, { id: first, from: "last-step", reason });
    await scene.workAll();
    expect(await states(ids)).toEqual(["Succeeded", "Dead", "Accepted"]);
    await cancelTask(scene.ctx, { id: second, reason });
    await scene.workAll();
    expect(await states(ids)).toEqual(["Succeeded", "Cancelled", "Succeeded"]);
  });

  it("pass a dead one where that is said; tried again, it waits until none of them runs", async () => {
    const ids = [await start("skips", "d", true), await start("skips", "d"), await start("skips", "d")];
    const [first = "", second = ""] = ids;
    expect(await scene.workOne()).toBe(first);
    const lease = await scene.take();
    expect(lease?.id).toBe(second);
    mended.add(first);
    await retryTask(scene.ctx, { id: first, from: "last-step", reason });
    expect(await scene.take()).toBeUndefined();
    await releaseLease(scene.ctx.db, "task", { id: second, fence: lease?.fence ?? 0n, dueInMs: 0 });
    await scene.workAll();
    expect(done).toEqual([first, second, first, ids[2]]);
  });

  it("go on behind one that is cancelled before it has begun, or while it runs", async () => {
    const ids = [await start("blocks", "e"), await start("blocks", "e"), await start("blocks", "e")];
    const [first = "", second = "", third] = ids;
    const lease = await scene.take();
    expect(lease?.id).toBe(first);
    await cancelTask(scene.ctx, { id: second, reason });
    expect(await scene.take()).toBeUndefined();
    await cancelTask(scene.ctx, { id: first, reason });
    expect(await scene.workAll()).toEqual([third]);
  });
});

it("a lane is forgotten once it has no task left and nobody holds it", async () => {
  const { db } = scene.ctx;
  await db.task.deleteMany();
  await db.taskLane.deleteMany();
  const key = (lane: string) => JSON.stringify([lane]);
  const ids = [await start("blocks", "gone"), await start("blocks", "held"), await start("blocks", "kept")];
  await scene.workAll();
  await db.task.deleteMany({ where: { id: { in: ids.slice(0, 2) } } });
  const turns = new EventEmitter();
  const [drawn, over] = [once(turns, "drawn"), once(turns, "over")];
  const holder = db.transact(async (tx) => {
    await drawPlace(tx, { id: "new", name: "blocks", key: key("held") });
    turns.emit("drawn");
    await over;
  });
  await drawn;
  let forgotten = 0;
  // by pages of one
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const end: Awaited<ReturnType<typeof forgetLanes>> = await db.transact((tx) => forgetLanes(tx, from, 1));
    forgotten += end.forgotten;
    after = end.last;
  }
  turns.emit("over");
  await holder;
  expect(forgotten).toBe(1);
  expect((await db.taskLane.findMany({ orderBy: { key: "asc" } })).map((lane) => lane.key)).toEqual([
    key("held"),
    key("kept"),
  ]);
  // one of the same key is another lane, and works as any
  const again = [await start("blocks", "gone"), await start("blocks", "gone")];
  expect(await scene.workAll()).toEqual(again);
});

describe("G4: a worker that has lost its task", () => {
  it("keeps no step and makes no move, whatever its place in its work", async () => {
    const { db } = scene.ctx;
    const id = await start("blocks", "f");
    const stale = await scene.take();
    const fence = stale?.fence ?? 0n;
    expect(await beginTask(db, id, fence, "one")).toMatchObject({ id, state: "Running" });
    await db.task.update({ where: { id }, data: { leaseUntil: new Date(0) } });
    const lease = await scene.take("worker-2");
    expect(lease).toMatchObject({ id, fence: fence + 1n, kills: 1 });

    const step = { taskId: id, fence, name: "only" };
    expect(await keepTaskStep(db, step, { kind: "step", output: '"stale"', tookMs: 1 })).toBe(false);
    expect(await beginTask(db, id, fence, "one")).toBeUndefined();
    const { signal } = new AbortController();
    await workTask(scene.ctx, scene.ports, { taskId: id, fence, kills: 0, signal });
    expect([await scene.steps(id), (await scene.task(id)).state]).toEqual([[], "Running"]);

    await workTask(scene.ctx, scene.ports, { taskId: id, fence: fence + 1n, kills: 1, signal });
    const [kept] = await scene.steps(id);
    expect([kept?.output, kept?.fence]).toEqual([null, fence + 1n]);
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", kills: 0 });
  });

  it("kills three of them: then it is dead, and says so", async () => {
    const id = await start("blocks", "g");
    for (let death = 0; death < 3; death += 1) {
      expect((await scene.take(`worker-${death}`))?.id).toBe(id);
      await scene.ctx.db.task.update({ where: { id }, data: { leaseUntil: new Date(0) } });
    }
    await scene.workOne();
    expect(await scene.task(id)).toMatchObject({ state: "Dead", error: { code: "worker_killed" } });
    expect(done).toEqual([]);
  });
});
