import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { WaybillError } from "../../core/errors.ts";
import { defineTask } from "../../core/task/define-task.ts";
import { NonRetryable, RetryAfter } from "../../core/task/task-errors.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";

/** What the tasks below have done, in order; and how often each step still fails. */
let done: string[] = [];
const fails = new Map<string, number>();
/** Called in the next thing done, once. */
let stopIn: () => void = () => undefined;

function act(name: string): string {
  done.push(name);
  stopIn();
  stopIn = () => undefined;
  const left = fails.get(name) ?? 0;
  fails.set(name, left - 1);
  if (left > 0) throw new Error(`${name} does not work`);
  return name.toUpperCase();
}

const NO_INPUT = z.strictObject({});
const retry = { maxAttempts: 5, initialMs: 1_000, factor: 2, maxMs: 60_000, jitter: false };

const threeSteps = defineTask({
  name: "three-steps",
  input: NO_INPUT,
  retry,
  onFailure: (_, failure) => {
    done.push(`failure: ${failure.step}: ${failure.message}`);
  },
  async run(_, { step }) {
    const one = await step("one", () => act("one"));
    const two = await step("two", () => act("two"));
    return [one, two, await step("three", () => act("three"))];
  },
});
const own = defineTask({
  name: "own-policy",
  input: NO_INPUT,
  onExhausted: "pause",
  async run(_, { step, attempt }) {
    await step("flaky", () => act("flaky"), { retry: { maxAttempts: 3, initialMs: 10, jitter: false } });
    return attempt;
  },
});
const compensates = defineTask({
  name: "compensates",
  input: NO_INPUT,
  async run(_, { step }) {
    try {
      await step("charge", () => {
        act("charge");
        throw new NonRetryable("no money");
      });
    } catch (error) {
      await step("undo", () => act("undo"));
      return error instanceof Error ? error.message : "";
    }
    return "";
  },
});
const asks = defineTask({
  name: "asks",
  input: NO_INPUT,
  async run(_, { step }) {
    return step("ask", () => {
      if (fails.get("ask")) throw new RetryAfter(123_000);
      return "asked";
    });
  },
});
const slow = defineTask({
  name: "slow",
  input: NO_INPUT,
  retry: { maxAttempts: 1 },
  async run(_, { step }) {
    await step(
      "wait",
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      {
        timeoutMs: 20,
      },
    );
  },
});
const parallel = defineTask({
  name: "parallel",
  input: NO_INPUT,
  async run(_, { step, sleep }) {
    const all = [step("left", () => act("left")), sleep(60_000), step("right", () => act("right"))];
    await Promise.all(all);
    return "both";
  },
});
const twice = defineTask({
  name: "twice",
  input: NO_INPUT,
  async run(_, { step }) {
    await step("same", () => act("same"));
    await step("same", () => act("same"));
  },
});
const careless = defineTask({
  name: "careless",
  input: NO_INPUT,
  run(_, { step }) {
    void step("later", async () => {
      await scene.pause(30);
      done.push("later");
    });
    return "at once";
  },
});
const wrongJson = defineTask({
  name: "wrong-json",
  input: z.strictObject({ sign: z.string() }),
  run: (_, { step }) => step("cannot be kept", () => "a\0b"),
});

let scene: Awaited<ReturnType<typeof taskScene>>;
beforeAll(async () => {
  scene = await taskScene([threeSteps, own, compensates, asks, slow, parallel, twice, careless, wrongJson]);
});
afterAll(() => scene.end());
beforeEach(() => {
  done = [];
  fails.clear();
});

describe("a task", () => {
  it("does its steps once, in order, and keeps what they return", async () => {
    const { id } = await scene.start("three-steps", {});
    expect(await scene.workAll()).toEqual([id]);
    expect(done).toEqual(["one", "two", "three"]);
    expect(await scene.task(id)).toMatchObject({
      state: "Succeeded",
      output: ["ONE", "TWO", "THREE"],
      dueAt: null,
      leaseOwner: null,
    });
    expect(await scene.moves(id)).toEqual(["Accepted", "Running", "Succeeded"]);
    expect((await scene.steps(id)).map(({ name, output }) => [name, output])).toEqual([
      ["one", "ONE"],
      ["two", "TWO"],
      ["three", "THREE"],
    ]);
  });

  it("is tried again after a pause that doubles, from the step that failed", async () => {
    fails.set("two", 2);
    const { id } = await scene.start("three-steps", {});
    for (const [failures, pauseMs] of [
      [1, 1_000],
      [2, 2_000],
    ]) {
      await scene.workOne();
      const task = await scene.task(id);
      expect(task).toMatchObject({
        state: "Retrying",
        failures,
        error: { code: "failed", step: "two", message: "two does not work" },
      });
      expect(Math.abs(Number(task.dueAt) - Number(task.stateAt) - Number(pauseMs))).toBeLessThan(50);
      await scene.hasten();
    }
    await scene.workOne();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", failures: 2, error: null });
    expect(done).toEqual(["one", "two", "two", "two", "three"]);
  });

  it("counts the tries of a step with a policy of its own apart, and pauses when they are used up", async () => {
    fails.set("flaky", 2);
    const { id } = await scene.start("own-policy", {});
    for (let time = 0; time < 3; time += 1) {
      await scene.workAll();
      await scene.hasten();
    }
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", failures: 2, output: 3 });
    fails.set("flaky", 3);
    const other = await scene.start("own-policy", {});
    for (let time = 0; time < 3; time += 1) {
      await scene.workAll();
      await scene.hasten();
    }
    expect(await scene.task(other.id)).toMatchObject({ state: "Paused", error: { step: "flaky" } });
  });

  it("may make up for a step that has failed for good", async () => {
    const { id } = await scene.start("compensates", {});
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: "no money" });
    expect(done).toEqual(["charge", "undo"]);
  });

  it("waits as long as the other side has asked", async () => {
    fails.set("ask", 1);
    const { id } = await scene.start("asks", {});
    await scene.workAll();
    const { state, dueAt, stateAt } = await scene.task(id);
    expect(state).toBe("Retrying");
    expect(Math.abs(Number(dueAt) - Number(stateAt) - 123_000)).toBeLessThan(50);
    await scene.ctx.db.task.delete({ where: { id } });
  });

  it("ends a step that takes too long", async () => {
    const { id } = await scene.start("slow", {});
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({
      state: "Dead",
      error: { step: "wait", message: "It took longer than 20 ms." },
    });
  });

  it("does steps at the same time, and what it waits for beside them once more", async () => {
    const { id } = await scene.start("parallel", {});
    await scene.workAll();
    expect([done, (await scene.task(id)).state]).toEqual([["left", "right"], "Sleeping"]);
    await scene.pass(60_000);
    await scene.workAll();
    expect([done, (await scene.task(id)).state]).toEqual([["left", "right"], "Succeeded"]);
  });

  it("ends when the steps that it did not wait for have ended too", async () => {
    const { id } = await scene.start("careless", {});
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: "at once" });
    expect([done, (await scene.steps(id)).map(({ name }) => name)]).toEqual([["later"], ["later"]]);
  });

  it("is handed back by a worker that stops, after the step it is in, which is kept", async () => {
    const { id } = await scene.start("three-steps", {});
    const stop = new AbortController();
    const reason = new WaybillError("shutting_down", "The worker is stopping.");
    stopIn = () => stop.abort(reason);
    await expect(scene.workOne(stop.signal)).rejects.toBe(reason);
    expect(await scene.task(id)).toMatchObject({ state: "Running", leaseOwner: null, failures: 0, kills: 0 });
    expect((await scene.steps(id)).map(({ name }) => name)).toEqual(["one"]);
    expect(await scene.workAll()).toEqual([id]);
    expect([done, (await scene.task(id)).state]).toEqual([["one", "two", "three"], "Succeeded"]);
  });

  it.each([
    ["twice", {}, 'The task has two steps named "same".'],
    ["three-steps", { more: 1 }, "The input is wrong: "],
    ["wrong-json", { sign: "x" }, "This cannot be kept as JSON: "],
  ])("%s with %j fails at once", async (name, input, message) => {
    const { id } = await scene.start(name, input);
    await scene.workAll();
    const task = await scene.task(id);
    expect(task.state).toBe("Dead");
    expect(JSON.stringify(task.error)).toContain(JSON.stringify(message).slice(1, -1));
  });
});
