import { setTimeout as sleep } from "node:timers/promises";
import { byName } from "../../core/task/by-name.ts";
import type { TaskDefinition } from "../../core/task/define-task.ts";
import { registerTasks } from "../../operations/task/register.ts";
import { startTask } from "../../operations/task/start.ts";
import { workTask } from "../../operations/task/work.ts";
import { releaseLease, takeNextLease } from "../../prisma/store/lease.ts";
import { testContext } from "./test-context.ts";

const LEASE_MS = 60_000;

/** A database with tasks registered, and a worker in this process that works them one after the other. */
export async function taskScene(definitions: readonly TaskDefinition[]) {
  const test = await testContext();
  const { ctx } = test;
  await registerTasks(ctx, definitions);
  const known = byName(definitions);
  const ports = { definitions: known, roll: () => 0 };
  const take = (owner = "worker-1") =>
    takeNextLease(ctx.db, "task", { owner, leaseMs: LEASE_MS, tasks: [...known.keys()] });
  /** Works the next due task. @returns its id; undefined: none is due */
  const workOne = async (signal = new AbortController().signal): Promise<string | undefined> => {
    const lease = await take();
    if (!lease) return undefined;
    const { id, fence, kills } = lease;
    try {
      await workTask(ctx, ports, { taskId: id, fence, kills, signal });
    } catch (error) {
      await releaseLease(ctx.db, "task", { id, fence, dueInMs: 0 });
      throw error;
    }
    return id;
  };
  return {
    ...test,
    take,
    ports,
    workOne,
    start: (name: string, input: unknown, idempotencyKey: string | null = null) =>
      startTask(ctx, { name, input, idempotencyKey }),
    /** Works whatever is due until nothing is, without waiting for what is due later. */
    workAll: async () => {
      const worked: string[] = [];
      for (let id = await workOne(); id; id = await workOne()) worked.push(id);
      return worked;
    },
    task: (id: string) => ctx.db.task.findUniqueOrThrow({ where: { id } }),
    steps: (taskId: string) => ctx.db.taskStep.findMany({ where: { taskId }, orderBy: { startedAt: "asc" } }),
    moves: async (taskId: string) =>
      (await ctx.db.taskEvent.findMany({ where: { taskId }, orderBy: { id: "asc" } })).map(({ to }) => to),
    /** Makes what is due later due now. */
    hasten: () => ctx.db.task.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: new Date(0) } }),
    /** As if so much time had passed for what waits. */
    pass: async (ms: number) => {
      await ctx.db
        .$executeRaw`UPDATE task_step SET until = until - ${ms}::float8 * interval '1 millisecond' WHERE until IS NOT NULL`;
      await ctx.db
        .$executeRaw`UPDATE task SET due_at = due_at - ${ms}::float8 * interval '1 millisecond' WHERE due_at IS NOT NULL`;
    },
    pause: sleep,
  };
}
