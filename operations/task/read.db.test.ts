import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { TaskQuery } from "../../core/contracts/task-requests.ts";
import { defineTask } from "../../core/task/define-task.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import type { Context } from "../context.ts";
import { awaitTask } from "./await.ts";
import { cancelTask } from "./cancel.ts";
import { countTasks } from "./count.ts";
import { getTask } from "./get.ts";
import { listSteps, listTaskKinds, listTasks } from "./list.ts";
import { requestTask } from "./request.ts";

const NO_INPUT = z.strictObject({});
const report = defineTask({
  name: "report",
  input: z.strictObject({ object: z.string().min(1), pages: z.number().int().default(1) }),
  async run({ object, pages }, { step }) {
    await step("look", () => 1);
    await step("count", () => 2);
    return `${object}: ${pages}`;
  },
});
const large = defineTask({
  name: "large",
  input: z.strictObject({ pages: z.number() }),
  async run(_, { step }) {
    await step("a small one", () => 1);
    await step("b large one", () => "x".repeat(5_000));
  },
});
const laned = defineTask({
  name: "laned",
  input: z.strictObject({ lane: z.string() }),
  key: ["lane"],
  run: async (_, { waitFor }) => waitFor("approved"),
});
const waiting = defineTask({
  name: "waiting",
  input: NO_INPUT,
  run: async (_, { waitFor }) => waitFor("approved"),
});

let scene: Awaited<ReturnType<typeof taskScene>>;
let olga: Context;
let ben: Context;
beforeAll(async () => {
  scene = await taskScene([report, large, laned, waiting]);
  olga = scene.as(await makePerson(scene.ctx.db, "operator"));
  ben = scene.as(await makePerson(scene.ctx.db, "operator"));
});
afterAll(() => scene.end());
beforeEach(async () => {
  await scene.ctx.db.task.deleteMany();
});

const ask = async (name: string, input: unknown, who = olga) =>
  (await requestTask(who, { name, input, key: randomUUID() })).id;
const found = async (query: object) =>
  (await listTasks(olga, TaskQuery.parse(query))).items.map(({ id }) => id);

describe("tasks are listed, newest first", () => {
  it("by name, state, lane, submitter and day", async () => {
    const ended = await ask("report", { object: "a" });
    await scene.workAll();
    const [one, two, other] = [
      await ask("laned", { lane: "1" }),
      await ask("laned", { lane: "1" }, ben),
      await ask("laned", { lane: "2" }),
    ];
    // as if each had been accepted a day after the one before
    for (const [day, id] of [ended, one, two, other].entries())
      await scene.ctx.db.task.update({
        where: { id },
        data: { createdAt: new Date(Date.UTC(2026, 0, 1 + day)) },
      });
    expect(await found({})).toEqual([other, two, one, ended]);
    expect(await found({ name: "laned" })).toEqual([other, two, one]);
    expect(await found({ state: "Succeeded" })).toEqual([ended]);
    expect(await found({ lane: '["1"]' })).toEqual([two, one]);
    expect(await found({ lane: '["3"]' })).toEqual([]);
    expect(await found({ submitter: ben.actor.name })).toEqual([two]);
    expect(await found({ submitter: "nobody" })).toEqual([]);
    expect(await found({ from: "2026-01-02", to: "2026-01-03" })).toEqual([two, one]);
    expect(await found({ name: "laned", lane: '["1"]', to: "2026-01-02" })).toEqual([one]);
  });

  it("page by page", async () => {
    for (const object of ["a", "b", "c"]) await ask("report", { object });
    const all = await found({});
    const first = await listTasks(olga, { limit: 2 });
    const rest = await listTasks(olga, { limit: 2, cursor: first.next ?? "" });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null]);
  });
});

it("tasks are counted by state, up to a thousand", async () => {
  await ask("report", { object: "a" });
  await scene.workAll();
  await ask("report", { object: "b" });
  await scene.ctx.db.$executeRaw`
    INSERT INTO task (id, name, version, blocks_lane, input, fingerprint, submitter_id, submitter, state, state_at, created_at)
    SELECT 'tid-' || n, 'report', 1, true, '{}', '', 'x', 'x', CASE WHEN n <= 999 THEN 'Paused' ELSE 'Dead' END::task_state,
      now(), now() FROM generate_series(1, 2100) AS n`;
  expect(await countTasks(olga)).toEqual({
    most: 1_000,
    states: {
      Accepted: 1,
      Running: 0,
      Sleeping: 0,
      Waiting: 0,
      Retrying: 0,
      Paused: 999,
      Failed: 0,
      Dead: 1_000,
      Succeeded: 1,
      Cancelled: 0,
    },
  });
});

describe("a task in a lane tells what stands before it", () => {
  const ahead = async (id: string) => (await getTask(olga, id)).ahead;

  it("first the one that the whole lane waits for, and nothing once its turn has come", async () => {
    const [one, two, three] = [
      await ask("laned", { lane: "1" }),
      await ask("laned", { lane: "1" }),
      await ask("laned", { lane: "1" }),
    ];
    await ask("laned", { lane: "2" });
    expect([await ahead(one), await ahead(two)]).toEqual([
      null,
      { count: 1, first: [{ id: one, state: "Accepted" }] },
    ]);
    await scene.workAll();
    expect(await ahead(three)).toEqual({
      count: 2,
      first: [
        { id: one, state: "Waiting" },
        { id: two, state: "Accepted" },
      ],
    });
    await cancelTask(olga, { id: one, reason: "not needed" });
    expect([await ahead(two), await ahead(three)]).toEqual([
      null,
      { count: 1, first: [{ id: two, state: "Accepted" }] },
    ]);
  });

  it("a dead one that blocks it too, however many wait before, of which five are named", async () => {
    const ids: string[] = [];
    for (let place = 0; place < 8; place += 1) ids.push(await ask("laned", { lane: "3" }));
    const [dead = "", last = ""] = [ids[0], ids[7]];
    await scene.ctx.db.task.update({
      where: { id: dead },
      data: { state: "Dead", dueAt: null, endedAt: new Date() },
    });
    const told = await ahead(last);
    expect(told?.count).toBe(7);
    expect(told?.first.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(told?.first[0]?.state).toBe("Dead");
  });
});

it("a task is waited for until it has ended, whether or not anybody tells", async () => {
  const id = await ask("report", { object: "a" });
  const { signal } = new AbortController();
  const until = (_: number, ms: number) => scene.pause(Math.min(ms, 20));
  const hints = { isOver: false, heard: 0, until };
  const waits = awaitTask(olga, id, { waitMs: 30_000, signal, hints, again: async () => olga.actor });
  await scene.workAll();
  expect(await waits).toMatchObject({ id, state: "Succeeded" });
  const still = await ask("waiting", {});
  const late = awaitTask(olga, still, { waitMs: 50, signal, hints, again: async () => olga.actor });
  expect(await late).toMatchObject({ state: "Accepted" });
});

it("steps are listed in order, long outputs only one at a time, and kinds with their schema", async () => {
  const id = await ask("report", { object: "listed" });
  await scene.workAll();
  const [first] = (await listTasks(olga, { name: "report", state: "Succeeded", limit: 1 })).items;
  expect(first).toMatchObject({ id, name: "report", position: null, lane: null });
  expect((await listSteps(olga, id)).map(({ name, kind }) => [name, kind])).toEqual([
    ["look", "step"],
    ["count", "step"],
  ]);
  const long = await ask("large", { pages: 1_000 });
  await scene.workAll();
  const look = async (name?: string) =>
    (await listSteps(olga, long, name)).map((step) => [step.name, step.output, step.isCut]);
  const text = "x".repeat(5_000);
  expect(await look()).toEqual([
    ["a small one", 1, false],
    ["b large one", null, true],
  ]);
  expect(await look("b large one")).toEqual([["b large one", text, false]]);
  expect(await look("none")).toEqual([]);
  const kinds = await listTaskKinds(olga);
  expect(kinds.map(({ name }) => name)).toEqual(["laned", "large", "report", "waiting"]);
  expect(kinds[2]).toMatchObject({ schema: { type: "object", required: ["object"] }, needsKey: true });
});
