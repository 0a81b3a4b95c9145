import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTask } from "../../core/task/define-task.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { listSteps } from "./list.ts";
import { sendTaskEvent } from "./send-event.ts";

/** What the tasks below have done, in order. */
let done: string[] = [];

const waits = defineTask({
  name: "waits",
  input: z.strictObject({ timeoutMs: z.number().optional() }),
  async run({ timeoutMs }, { step, sleep, waitFor }) {
    await step("before", () => done.push("before"));
    await sleep(60_000);
    const answer = await waitFor("answer", timeoutMs === undefined ? {} : { timeoutMs });
    await step("after", () => done.push("after"));
    return { answer: answer ?? "none" };
  },
});
const sleeps = defineTask({
  name: "sleeps",
  input: z.strictObject({}),
  run: (_, { sleep }) => sleep(60_000),
});

let scene: Awaited<ReturnType<typeof taskScene>>;
beforeAll(async () => {
  scene = await taskScene([waits, sleeps]);
});
afterAll(() => scene.end());
beforeEach(async () => {
  await scene.ctx.db.task.deleteMany();
  done = [];
});

describe("a task that waits", () => {
  it("sleeps without a worker, then waits for an event, and goes on with its payload", async () => {
    const { id } = await scene.start("waits", {});
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Sleeping", leaseOwner: null });
    const sleep = async () => (await listSteps(scene.ctx, id)).find(({ kind }) => kind === "sleep");
    expect(await sleep()).toMatchObject({ finishedAt: null, until: expect.any(String) });
    await scene.pass(60_000);
    // as soon as its time has come, whether or not a worker has seen that
    const over = await sleep();
    expect([over?.finishedAt, typeof over?.until]).toEqual([over?.until, "string"]);
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Waiting", dueAt: null });
    await scene.hasten();
    expect(await scene.workAll()).toEqual([]);
    await sendTaskEvent(scene.ctx, { id, name: "answer", payload: { yes: true } });
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: { answer: { yes: true } } });
    expect(done).toEqual(["before", "after"]);
    expect(await scene.moves(id)).toEqual([
      "Accepted",
      ...["Running", "Sleeping"],
      ...["Running", "Waiting"],
      ...["Running", "Succeeded"],
    ]);
  });

  it("goes on at once with an event that came before it waited", async () => {
    const { id } = await scene.start("waits", {});
    await sendTaskEvent(scene.ctx, { id, name: "answer", payload: null });
    await scene.workAll();
    await scene.pass(60_000);
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: { answer: "none" } });
    const [event] = (await scene.steps(id)).filter(({ kind }) => kind === "event");
    expect(event?.output).toEqual([null]);
  });

  it("goes on without the event when its time is over", async () => {
    const { id } = await scene.start("waits", { timeoutMs: 5_000 });
    await scene.workAll();
    await scene.pass(60_000);
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Waiting" });
    await scene.pass(5_000);
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: { answer: "none" } });
    expect(done).toEqual(["before", "after"]);
  });
});

it("an event that a sleeping task does not wait for lets it sleep", async () => {
  const { id } = await scene.start("sleeps", {});
  await scene.workAll();
  await sendTaskEvent(scene.ctx, { id, name: "a", payload: 1 });
  expect(await scene.workAll()).toEqual([]);
  expect(await scene.task(id)).toMatchObject({ state: "Sleeping" });
});
