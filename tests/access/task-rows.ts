import { randomUUID } from "node:crypto";
import * as z from "zod";
import { TaskQuery } from "../../core/contracts/task-requests.ts";
import { defineTask } from "../../core/task/define-task.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import { awaitTask } from "../../operations/task/await.ts";
import { cancelTask } from "../../operations/task/cancel.ts";
import { countTasks } from "../../operations/task/count.ts";
import { getTask } from "../../operations/task/get.ts";
import { listSteps, listTaskKinds, listTasks } from "../../operations/task/list.ts";
import { registerTasks } from "../../operations/task/register.ts";
import { requestTask } from "../../operations/task/request.ts";
import { retryTask } from "../../operations/task/retry.ts";
import { sendTaskEvent } from "../../operations/task/send-event.ts";
import { startTask } from "../../operations/task/start.ts";
import { operators, type RouteRow } from "./route-row.ts";

const name = "count-pages";
const reason = "the source was repaired";

/** A task that workers know, and one of it, started by Waybill. @returns its id */
async function started(ctx: Context): Promise<string> {
  await registerTasks(ctx, [defineTask({ name, input: z.strictObject({}), run: () => null })]);
  return (await startTask({ ...ctx, actor: SYSTEM }, { name, input: {}, idempotencyKey: null })).id;
}

async function dead(ctx: Context): Promise<string> {
  const id = await started(ctx);
  await ctx.db.task.update({ where: { id }, data: { state: "Dead", endedAt: new Date(), dueAt: null } });
  return id;
}

/** The routes of tasks. */
export const TASK_ROWS: readonly RouteRow[] = [
  { route: "GET api/v1/task-counts", expect: operators, call: (ctx) => countTasks(ctx) },
  { route: "GET api/v1/task-kinds", expect: operators, call: (ctx) => listTaskKinds(ctx) },
  { route: "GET api/v1/tasks", expect: operators, call: (ctx) => listTasks(ctx, TaskQuery.parse({})) },
  {
    route: "POST api/v1/tasks/[task]",
    expect: operators,
    call: async (ctx) => {
      await started(ctx);
      return requestTask(ctx, { name, input: {}, key: randomUUID() });
    },
    changes: "fresh",
  },
  {
    route: "GET api/v1/tasks/[task]",
    expect: operators,
    call: async (ctx) => {
      const id = await started(ctx);
      const hints = { isOver: false, heard: 0, until: async () => undefined };
      const { signal } = new AbortController();
      await awaitTask(ctx, id, { waitMs: 0, signal, hints, again: async () => ctx.actor });
      return getTask(ctx, id);
    },
  },
  {
    route: "GET api/v1/tasks/[task]/steps",
    expect: operators,
    call: async (ctx) => listSteps(ctx, await started(ctx)),
  },
  {
    route: "POST api/v1/tasks/[task]/cancel",
    expect: operators,
    call: async (ctx) => cancelTask(ctx, { id: await started(ctx), reason }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/tasks/[task]/retry",
    expect: operators,
    call: async (ctx) => retryTask(ctx, { id: await dead(ctx), from: "last-step", reason }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/tasks/[task]/events/[event]",
    expect: operators,
    call: async (ctx) => sendTaskEvent(ctx, { id: await started(ctx), name: "approved", payload: {} }),
    changes: "fresh",
  },
];
