import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTask, type TaskContext } from "../../core/task/define-task.ts";
import { NonRetryable } from "../../core/task/task-errors.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { goOn, noteSteps } from "../../tests/factories/task-tries.ts";
import { retryTask } from "./retry.ts";
import { sendTaskEvent } from "./send-event.ts";

type Run = (ctx: TaskContext) => unknown;

/** What the task "any" does, set by each test; and what was done, in order. */
let run: Run = () => null;
const steps = noteSteps();
const { flaky } = steps;
const retry = { maxAttempts: 3, initialMs: 1_000, factor: 2, jitter: false };
const any = defineTask({ name: "any", input: z.unknown(), retry, run: (_, ctx) => run(ctx) });

let scene: Awaited<ReturnType<typeof taskScene>>;
beforeAll(async () => {
  scene = await taskScene([any]);
});
afterAll(() => scene.end());
beforeEach(async () => {
  await scene.ctx.db.task.deleteMany();
  steps.forget();
});

/** Starts it and works it until it waits for nothing but an event, or has ended. */
async function toTheEnd(does: Run): Promise<string> {
  run = does;
  const { id } = await scene.start("any", {});
  await goOn(scene);
  return id;
}
describe("a step", () => {
  it("has its own tries: one that was used up before takes none of them, nor do ten that fail once", async () => {
    const id = await toTheEnd(async ({ step }) => {
      const why = await step("charge", flaky("charge", 9)).catch((error: Error) => error.message);
      await step("undo", flaky("undo", 2));
      for (const name of ["c", "d", "e", "f"]) await step(name, flaky(name, 1));
      return why;
    });
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: "charge does not work" });
    expect(steps.done.join(" ")).toBe("charge charge charge undo undo undo c c d d e e f f");
  });

  it("takes no tries from what fails outside of steps", async () => {
    let outside = 0;
    const id = await toTheEnd(async ({ step }) => {
      await step("a", flaky("a", 2));
      outside += 1;
      throw new Error("outside");
    });
    expect([outside, await scene.task(id)]).toMatchObject([3, { state: "Dead", failures: 5 }]);
    outside = 0;
    await retryTask(scene.ctx, { id, from: "last-step", reason: "once more" });
    await goOn(scene);
    expect([outside, await scene.task(id)]).toMatchObject([3, { state: "Dead", failures: 3 }]);
  });

  it("that fails beside another is counted too, and both are tried after the longest pause", async () => {
    run = ({ step }) =>
      Promise.all([
        step("a", flaky("a", 1), { retry: { initialMs: 5_000 } }),
        step("b", flaky("b", 2), { retry: { initialMs: 50_000 } }),
      ]);
    const { id } = await scene.start("any", {});
    await scene.workAll();
    const { dueAt, stateAt, ...task } = await scene.task(id);
    expect(task).toMatchObject({ state: "Retrying", failures: 2, error: { step: "b" } });
    expect(Math.abs(Number(dueAt) - Number(stateAt) - 50_000)).toBeLessThan(50);
    expect((await scene.steps(id)).map(({ name, failures }) => [name, failures]).sort()).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    await goOn(scene);
    expect(await scene.task(id)).toMatchObject({ state: "Succeeded", output: ["a", "b"] });
  });
});

describe("a retry after the last step", () => {
  const asks: Run = async ({ step, waitFor }) => {
    await step("ask", flaky("ask", 0));
    const answer = await waitFor("answer", { timeoutMs: 5_000 });
    if (answer === undefined) throw new NonRetryable("nobody has answered");
    return answer;
  };

  it("waits anew for an event whose time was over", async () => {
    const id = await toTheEnd(asks);
    await scene.pass(5_000);
    await goOn(scene);
    expect(await scene.task(id)).toMatchObject({ state: "Dead", error: { message: "nobody has answered" } });
    await retryTask(scene.ctx, { id, from: "last-step", reason: "asked again" });
    await scene.workAll();
    expect(await scene.task(id)).toMatchObject({ state: "Waiting" });
    await sendTaskEvent(scene.ctx, { id, name: "answer", payload: "yes" });
    await scene.workAll();
    expect([steps.done, await scene.task(id)]).toMatchObject([
      ["ask"],
      { state: "Succeeded", output: "yes" },
    ]);
  });

  it("does not wait again where the task has gone on without the event", async () => {
    let isBroken = true;
    const id = await toTheEnd(async ({ step, waitFor }) => {
      const answer = await waitFor("answer", { timeoutMs: 5_000 });
      await step("remind", flaky("remind", 0));
      if (isBroken) throw new NonRetryable("broken");
      return answer ?? "none";
    });
    await scene.pass(5_000);
    await goOn(scene);
    isBroken = false;
    await retryTask(scene.ctx, { id, from: "last-step", reason: "repaired" });
    await scene.workAll();
    expect([steps.done, await scene.task(id)]).toMatchObject([
      ["remind"],
      { state: "Succeeded", output: "none" },
    ]);
  });
});
