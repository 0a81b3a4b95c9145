import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTask } from "../../core/task/define-task.ts";
import { lockLane } from "../../prisma/store/task/lane.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import type { Context } from "../context.ts";
import { cancelTask } from "./cancel.ts";
import { getTask } from "./get.ts";
import { requestTask } from "./request.ts";
import { retryTask } from "./retry.ts";
import { sendTaskEvent } from "./send-event.ts";

const POSTS = 100;
const reason = "the source was repaired";

let done: string[] = [];
let isBroken = false;
/** Done in the step "count". */
let inCount: () => Promise<void> = async () => undefined;

const report = defineTask({
  name: "report",
  description: "Counts pages.",
  input: z.strictObject({ object: z.string().min(1), pages: z.number().int().default(1) }),
  retry: { maxAttempts: 5, initialMs: 1, jitter: false },
  onFailure: () => {
    done.push("on failure");
  },
  async run({ object, pages }, { step }) {
    await step("look", () => done.push("look"));
    await step("count", async () => {
      done.push("count");
      await inCount();
      if (isBroken) throw new Error("the source is away");
    });
    return `${object}: ${pages}`;
  },
});
const free = defineTask({ name: "free", input: z.strictObject({}), needsKey: false, run: () => null });
const closed = defineTask({ name: "closed", input: z.strictObject({}), isOpen: false, run: () => null });
const laned = defineTask({
  name: "laned",
  input: z.strictObject({ lane: z.string() }),
  key: ["lane"],
  run: () => null,
});
const waiting = defineTask({
  name: "waiting",
  input: z.strictObject({}),
  needsKey: false,
  run: async (_, { waitFor }) => waitFor("approved"),
});

let scene: Awaited<ReturnType<typeof taskScene>>;
let olga: Context;
beforeAll(async () => {
  scene = await taskScene([report, free, closed, laned, waiting]);
  olga = scene.as(await makePerson(scene.ctx.db, "operator"));
});
afterAll(() => scene.end());
beforeEach(async () => {
  // what an earlier test has left
  await scene.workAll();
  done = [];
  isBroken = false;
  inCount = async () => undefined;
});

const ask = (input: unknown, key: string | null = randomUUID(), name = "report") =>
  requestTask(olga, { name, input, key });
const act = { reason };

it("G1: 100 posts with one key at the same time make one task, and 99 are told that it was there", async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: POSTS }, () => ask({ object: "a" }, key)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(answers.filter(({ created }) => !created)).toHaveLength(POSTS - 1);
  for (const { created: _, ...answer } of answers)
    expect(answer).toEqual({ id: answers[0]?.id, name: "report", state: "Accepted", position: null });
  expect(await scene.ctx.db.task.count({ where: { idempotencyKey: key } })).toBe(1);
  expect(await scene.ctx.db.sequenced.count({ where: { kind: "task", itemId: answers[0]?.id ?? "" } })).toBe(
    1,
  );
  expect(
    await scene.ctx.db.audit.count({ where: { action: "task.start", target: answers[0]?.id ?? "" } }),
  ).toBe(1);
});

it("G2: the same key with another input is refused, with the properties in another order it is not", async () => {
  const key = randomUUID();
  const { id } = await ask({ object: "a", pages: 2 }, key);
  await expect(ask({ object: "a", pages: 3 }, key)).rejects.toMatchObject({
    code: "key_reused",
    entry: { status: 422 },
  });
  expect(await ask({ pages: 2, object: "a" }, `"${key}"`)).toMatchObject({ id, created: false });
  const other = scene.as(await makePerson(scene.ctx.db, "operator"));
  expect(await requestTask(other, { name: "report", input: { object: "b" }, key })).toMatchObject({
    created: true,
  });
});

it("G8: a connection that is lost after the commit: the client repeats, and gets the same id", async () => {
  const key = randomUUID();
  const lost = ask({ object: "a" }, key).then(() => Promise.reject(new Error("connection lost")));
  await expect(lost).rejects.toThrow("connection lost");
  const { id } = await scene.ctx.db.task.findFirstOrThrow({ where: { idempotencyKey: key } });
  expect(await ask({ object: "a" }, key)).toMatchObject({ id, created: false });
  await scene.workAll();
  // also once it has ended, with what was answered the first time
  expect(await ask({ object: "a" }, key)).toEqual({
    id,
    name: "report",
    state: "Accepted",
    position: null,
    created: false,
  });
});

it("a repeat is answered as the first time, whatever has become of the task's name and schema since", async () => {
  const key = randomUUID();
  const first = await ask({ object: "a" }, key);
  const { schema } = await scene.ctx.db.taskKind.findUniqueOrThrow({ where: { name: "report" } });
  const set = (data: object) => scene.ctx.db.taskKind.update({ where: { name: "report" }, data });
  await set({ schema: { type: "object", properties: { more: { type: "string" } }, required: ["more"] } });
  expect(await ask({ object: "a" }, key)).toEqual({ ...first, created: false });
  await expect(ask({ object: "a" })).rejects.toMatchObject({ code: "task_input_invalid" });
  await set({ isOpen: false });
  expect(await ask({ object: "a" }, key)).toEqual({ ...first, created: false });
  await set({ isOpen: true, schema });
});

it("a lane that is held for longer than a key is waited for holds a request up, and is no key in flight", async () => {
  const lane = async () => scene.ctx.db.taskLane.findFirstOrThrow({ where: { name: "laned" } });
  await ask({ lane: "a" }, randomUUID(), "laned");
  const { id } = await lane();
  const turns = new EventEmitter();
  const [locked, over] = [once(turns, "locked"), once(turns, "over")];
  const holder = scene.ctx.db.transact(async (tx) => {
    await lockLane(tx, id);
    turns.emit("locked");
    await over;
  });
  await locked;
  const asked = ask({ lane: "a" }, randomUUID(), "laned").catch((error: unknown) => error);
  await scene.pause(2_500);
  turns.emit("over");
  await holder;
  expect(await asked).toMatchObject({ created: true });
});

it("a key whose first request has not ended is refused after a while, to be repeated", async () => {
  const key = randomUUID();
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { id: other } = await ask({ object: "a" });
  const row = await scene.task(other);
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const first = scene.ctx.db.transact(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO task (id, name, version, blocks_lane, input, fingerprint, idempotency_key, submitter_id, submitter, state, state_at, created_at)
      VALUES ('tid-first', 'report', 1, true, '{}', ${row.fingerprint}, ${key}, ${olga.actor.id}, 'x', 'Accepted', now(), now())`;
    begin();
    await held;
  });
  await begun;
  await expect(ask({ object: "a" }, key)).rejects.toMatchObject({
    code: "key_in_flight",
    entry: { status: 409 },
    retryAt: expect.any(Date),
  });
  end();
  await first;
  expect(await ask({ object: "a" }, key)).toMatchObject({ id: "tid-first", created: false });
});

it.each([
  ["report", { object: "a" }, null, "key_missing"],
  ["report", { object: "a" }, "with space", "bad_request"],
  ["report", { object: "a" }, '"open', "bad_request"],
  ["report", { object: "" }, "k", "task_input_invalid"],
  ["report", { object: "a", more: 1 }, "k", "task_input_invalid"],
  ["report", "a", "k", "task_input_invalid"],
  ["closed", {}, "k", "unknown_task"],
  ["nothing", {}, "k", "unknown_task"],
])("%s with %j and the key %j is refused: %s", async (name, input, key, code) => {
  await expect(requestTask(olga, { name, input, key })).rejects.toMatchObject({ code });
});

it("without a key each request is another task, where that is allowed", async () => {
  const [one, two] = [await ask({}, null, "free"), await ask({}, null, "free")];
  expect([one.created, two.created, one.id === two.id]).toEqual([true, true, false]);
});

describe("G5: five failures", () => {
  it("make it dead, its handler runs once, and a retry after the last step succeeds", async () => {
    isBroken = true;
    const { id } = await ask({ object: "a", pages: 7 });
    for (let time = 0; time < 9; time += 1) {
      await scene.hasten();
      await scene.workAll();
    }
    expect(await getTask(olga, id)).toMatchObject({
      state: "Dead",
      failures: 5,
      lastStep: "look",
      error: { code: "failed", step: "count", message: "the source is away" },
      may: { cancel: true, retry: true, sendEvent: false },
    });
    expect(done).toEqual(["look", ...Array<string>(5).fill("count"), "on failure"]);
    expect(await scene.moves(id)).toEqual([
      "Accepted",
      ...Array<string[]>(4).fill(["Running", "Retrying"]).flat(),
      ...["Running", "Failed", "Dead"],
    ]);

    isBroken = false;
    expect(await retryTask(olga, { id, from: "last-step", ...act })).toMatchObject({
      state: "Accepted",
      failures: 0,
    });
    await scene.workAll();
    expect(await getTask(olga, id)).toMatchObject({ state: "Succeeded", output: "a: 7", error: null });
    expect(done.slice(7)).toEqual(["count"]);
    await expect(retryTask(olga, { id, from: "start", ...act })).rejects.toMatchObject({
      code: "illegal_move",
    });
  });

  it("may be followed by a retry from the start, and the handler runs again if that fails too", async () => {
    isBroken = true;
    const { id } = await ask({ object: "b" });
    const toTheEnd = async () => {
      for (let time = 0; time < 6; time += 1) {
        await scene.hasten();
        await scene.workAll();
      }
    };
    await toTheEnd();
    await retryTask(olga, { id, from: "start", ...act });
    await toTheEnd();
    const each = ["look", ...Array<string>(5).fill("count"), "on failure"];
    expect(done).toEqual([...each, ...each]);
    expect(await cancelTask(olga, { id, ...act })).toMatchObject({ state: "Cancelled" });
    const acts = await scene.ctx.db.audit.findMany({ where: { target: id }, orderBy: { id: "asc" } });
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
      ["task.start", null],
      ["task.retry", reason],
      ["task.cancel", reason],
    ]);
  });
});

it("a task that is cancelled while a worker has it keeps nothing more", async () => {
  const { id } = await ask({ object: "a" });
  await scene.workAll();
  await expect(cancelTask(olga, { id, ...act })).rejects.toMatchObject({ code: "illegal_move" });
  const { id: other } = await ask({ object: "b" });
  inCount = async () => {
    await cancelTask(olga, { id: other, ...act });
  };
  await expect(scene.workOne()).rejects.toMatchObject({ code: "lease_lost" });
  const row = await scene.task(other);
  expect(row).toMatchObject({ state: "Cancelled", leaseOwner: null, dueAt: null, output: null });
  expect((await scene.steps(other)).map(({ name }) => name)).toEqual(["look"]);
  expect(await scene.moves(other)).toEqual(["Accepted", "Running", "Cancelled"]);
  expect(done.slice(-2)).toEqual(["look", "count"]);
});

it("an event is kept once, the same again is no other, and none comes after the end", async () => {
  const { id } = await ask({}, null, "waiting");
  await scene.workAll();
  const send = (payload: unknown) => sendTaskEvent(olga, { id, name: "approved", payload });
  await send({ by: "Ada", at: 1 });
  await send({ at: 1, by: "Ada" });
  await expect(send({ by: "Ben" })).rejects.toMatchObject({ code: "event_sent" });
  await scene.workAll();
  expect(await getTask(olga, id)).toMatchObject({ state: "Succeeded", output: { by: "Ada", at: 1 } });
  // repeated since the first answer was lost
  expect(await send({ by: "Ada", at: 1 })).toMatchObject({ state: "Succeeded" });
  await expect(send({ by: "Ben" })).rejects.toMatchObject({ code: "illegal_move" });
});
