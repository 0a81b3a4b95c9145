import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { WaybillError } from "../../core/errors.ts";
import { defineTask, type TaskContext } from "../../core/task/define-task.ts";
import { NonRetryable } from "../../core/task/task-errors.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { goOn, noteSteps } from "../../tests/factories/task-tries.ts";
import { sendTaskEvent } from "./send-event.ts";

const REFUSED = "what the database of this test refuses";

type Run = (ctx: TaskContext) => unknown;

/** What the task "any" does, set by each test; and what was done, in order. */
let run: Run = () => null;
let onFailure: () => unknown = () => undefined;
const steps = noteSteps();
const { flaky } = steps;
const retry = { maxAttempts: 3, initialMs: 1_000, factor: 2, jitter: false };
const any = defineTask({ name: "any", input: z.unknown(), retry, run: (_, ctx) => run(ctx) });
const late = defineTask({
  name: "late",
  input: z.unknown(),
  retry: { maxAttempts: 1 },
  timeoutMs: 2_000,
  run: (_, ctx) => run(ctx),
  onFailure: () => onFailure(),
});
const givesUp = defineTask({
  name: "gives-up",
  input: z.unknown(),
  run: (_, ctx) => run(ctx),
  onFailure: () => onFailure(),
});

let scene: Awaited<ReturnType<typeof taskScene>>;
beforeAll(async () => {
  scene = await taskScene([any, late, givesUp]);
  const owner = new pg.Client(scene.ownerUrl);
  await owner.connect();
  // as PostgreSQL refuses what it has no form for
  await owner.query(`
    CREATE FUNCTION refuse_output() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no form for this' USING ERRCODE = 'untranslatable_character'; END $$;
    CREATE TRIGGER refuse_output BEFORE INSERT ON task_step FOR EACH ROW
      WHEN (NEW.output = '"${REFUSED}"') EXECUTE FUNCTION refuse_output();
    CREATE TRIGGER refuse_output BEFORE UPDATE ON task FOR EACH ROW
      WHEN (NEW.output = '"${REFUSED}"') EXECUTE FUNCTION refuse_output()`);
  await owner.end();
});
afterAll(() => scene.end());
beforeEach(async () => {
  await scene.ctx.db.task.deleteMany();
  steps.forget();
  onFailure = () => undefined;
});

/** Starts it and works it until it waits for nothing but an event, or has ended. */
async function toTheEnd(does: Run): Promise<string> {
  run = does;
  const { id } = await scene.start("any", {});
  await goOn(scene);
  return id;
}
const send = (id: string, name: string, payload: unknown) => sendTaskEvent(scene.ctx, { id, name, payload });

describe("what a task asks for in vain is its failure, with a sentence", () => {
  it.each<[string, Run, string]>([
    ["sleep(NaN)", ({ sleep }) => sleep(Number.NaN), "and not NaN."],
    ["sleep(Infinity)", ({ sleep }) => sleep(Number.POSITIVE_INFINITY), "and not Infinity."],
    ["waitFor, NaN", ({ waitFor }) => waitFor("a", { timeoutMs: Number.NaN }), "and not NaN."],
    ["waitFor, Infinity", ({ waitFor }) => waitFor("a", { timeoutMs: 1 / 0 }), "and not Infinity."],
    ["an event that nobody can send", ({ waitFor }) => waitFor("two words"), "The name of an event has"],
    ["a name with NUL", ({ step }) => step("a\0b", () => 1), "such as NUL"],
    ["a name with a half", ({ step }) => step("a\ud83d", () => 1), "such as NUL"],
    ["the name of a wait", ({ step }) => step("event published", () => 1), "does not begin with"],
    ["a step of 30 days", ({ step }) => step("a", () => 1, { timeoutMs: 2_592_000_000 }), "(24 days)"],
    ["a pause without end", ({ step }) => step("a", () => 1, { retry: { maxMs: 1 / 0 } }), "maxMs is from 0"],
  ])("%s", async (_, does, message) => {
    const id = await toTheEnd(does);
    const { state, error } = await scene.task(id);
    expect([state, JSON.stringify(error)]).toEqual(["Dead", expect.stringContaining(message)]);
  });

  it.each<[string, Run]>([
    ["step", ({ step }) => step("a", () => REFUSED).then(() => null)],
    ["task", () => REFUSED],
  ])("what a %s returns and the database refuses", async (_, does) => {
    const id = await toTheEnd(does);
    const { state, error } = await scene.task(id);
    expect([state, JSON.stringify(error)]).toEqual(["Dead", expect.stringContaining("no form for this")]);
    expect(await scene.moves(id)).toEqual(["Accepted", "Running", "Dead"]);
  });

  it("outputs of more than 16 Mi characters together", async () => {
    const id = await toTheEnd(async ({ step }) => {
      for (let part = 1; part <= 17; part += 1) {
        await step(`part ${part}`, () => "x".repeat(1_000_000));
        // what was kept in an earlier run counts too
        if (part === 10) await step("look", flaky("look", 1));
      }
    });
    expect(await scene.task(id)).toMatchObject({ state: "Dead", error: { step: "part 17" } });
    expect(await scene.ctx.db.taskStep.count({ where: { taskId: id, error: null } })).toBe(17);
  });

  it("more than 10,000 steps", async () => {
    run = async ({ step }) => {
      await step("one more", () => 1);
      await step("too many", () => 1);
    };
    onFailure = () => steps.note("on failure");
    const { id } = await scene.start("gives-up", {});
    await scene.ctx.db.$executeRaw`
      INSERT INTO task_step (task_id, name, kind, output, started_at, finished_at, fence)
      SELECT ${id}, 'step ' || n, 'step', 'null', now(), now(), 0 FROM generate_series(1, 9999) AS n`;
    await scene.workAll();
    const { state, error } = await scene.task(id);
    expect([state, JSON.stringify(error)]).toEqual(["Dead", expect.stringContaining("at most 10000 steps")]);
    expect(await scene.ctx.db.taskStep.count({ where: { taskId: id, kind: "step" } })).toBe(10_000);
    expect(steps.done).toEqual(["on failure"]);
  });

  it("more than 100 events, or 4 Mi characters of them; what was sent before is kept", async () => {
    run = ({ waitFor }) => waitFor("e100");
    const { id } = await scene.start("any", {});
    for (let part = 1; part <= 4; part += 1) await send(id, `e${part}`, "x".repeat(1_048_000));
    await expect(send(id, "more", "x".repeat(3_000))).rejects.toMatchObject({ code: "too_many_events" });
    for (let event = 5; event <= 100; event += 1) await send(id, `e${event}`, event);
    await expect(send(id, "e101", 1)).rejects.toMatchObject({ code: "too_many_events" });
    await send(id, "e100", 100);
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: 100 });
    expect(await scene.ctx.db.taskSignal.count({ where: { taskId: id } })).toBe(100);
  });

  it.each([["\0"], ["\ud83d"]])("a payload with a property %j", async (name) => {
    const { id } = await scene.start("any", {});
    await expect(send(id, "a", { [name]: 1 })).rejects.toMatchObject({ code: "bad_request" });
  });
});

describe("a step", () => {
  it("is known by its name alone, whatever it is named", async () => {
    const id = await toTheEnd(async ({ step, sleep, waitFor }) => {
      const kept = [await step("event", () => "A"), await step("sleep", () => ["B"])];
      await sleep(10);
      return [...kept, await waitFor("event", { timeoutMs: 1 })];
    });
    await scene.pass(60_000);
    await goOn(scene);
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: ["A", ["B"], null] });
  });

  it("may fail while the task waits for another one", async () => {
    const unheard: unknown[] = [];
    const note = (error: unknown) => unheard.push(error);
    process.on("unhandledRejection", note);
    try {
      const id = await toTheEnd(async ({ step, sleep, waitFor }) => {
        const b = step("b", () => {
          throw new NonRetryable("b is wrong");
        });
        const others = [sleep(Number.NaN), waitFor("two words")];
        const a = step("a", async () => {
          // by then b has failed, been kept, and told so
          await scene.pause(100);
          return "a";
        });
        await a;
        await turn();
        await Promise.allSettled(others);
        await b;
      });
      expect(await scene.task(id)).toMatchObject({
        state: "Dead",
        error: { step: "b", message: "b is wrong" },
      });
      expect(unheard).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });
});

it("a worker that stops is no failure of a task that heeds the signal", async () => {
  const stop = new AbortController();
  run = async ({ signal, step }) => {
    await step("a", () => "a");
    const aborted = once(signal, "abort");
    stop.abort(new WaybillError("shutting_down", "The worker is stopping."));
    await aborted;
    throw new Error("stopped half way");
  };
  const { id } = await scene.start("any", {});
  await expect(scene.workOne(stop.signal)).rejects.toMatchObject({ code: "shutting_down" });
  expect(await scene.task(id)).toMatchObject({
    state: "Running",
    failures: 0,
    error: null,
    leaseOwner: null,
  });
});

it("a run that was given up for its time keeps nothing while the handler on failure runs", async () => {
  let goes: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    goes = resolve;
  });
  let tried: unknown;
  run = async ({ step }) => {
    tried = step("deaf", async () => {
      await over;
      return "too late";
    });
    await tried;
  };
  onFailure = async () => {
    goes();
    // the step has returned by now, and would be kept under the same lease
    await scene.pause(100);
    steps.note("on failure");
  };
  const { id } = await scene.start("late", {});
  await scene.workAll();
  expect(await scene.task(id)).toMatchObject({ state: "Dead", error: { code: "timed_out" } });
  expect([steps.done, (await scene.steps(id)).map(({ kind }) => kind)]).toEqual([
    ["on failure"],
    ["failure"],
  ]);
});
