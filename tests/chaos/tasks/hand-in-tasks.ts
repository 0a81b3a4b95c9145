import { setTimeout as sleep } from "node:timers/promises";
import { sendTaskEvent } from "../../../operations/task/send-event.ts";
import { startTask } from "../../../operations/task/start.ts";
import { surely } from "../surely.ts";
import type { World } from "../world.ts";

export const WITNESSED = "witnessed";
const KEYS = 6;
/** Of so many one fails once by itself. */
const FAILS = 4;

/** Hands tasks in to their keys in turn, each with the event it waits for, spread over so many ms; repeated with the same Idempotency-Key until acknowledged. */
export async function handInTasks(world: World, count: number, ms: number): Promise<void> {
  const { ctx, tasks } = world;
  const began = performance.now();
  for (let number = 0; number < count; number += 1) {
    await sleep(Math.max(0, began + (ms * number) / count - performance.now()));
    const key = `key ${number % KEYS}`;
    const input = { key, number, witness: tasks.witness, failsOnce: number % FAILS === 1 };
    const idempotencyKey = `task ${number}`;
    const { id } = await surely(() => startTask(ctx, { name: WITNESSED, input, idempotencyKey }));
    const told = `go on, ${number}`;
    await surely(() => sendTaskEvent(ctx, { id, name: "go", payload: told }));
    tasks.given.push({ id, key, told });
  }
}
