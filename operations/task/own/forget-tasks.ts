import * as z from "zod";
import { defineTask, type TaskDefinition } from "../../../core/task/define-task.ts";
import { forgetTasks } from "../../../prisma/store/task/forget.ts";
import { forgetLanes } from "../../../prisma/store/task/lane.ts";
import type { Context } from "../../context.ts";

/** How many are forgotten by one statement. */
const PAGE = 500;
/** How many lanes are looked at by one statement, two pages of indexes each. */
const LANES = 2_000;

/**
 * The task that forgets others, hourly: those that succeeded or were cancelled longer than TASK_KEEP_MS ago, and then the
 * lanes that have none left. Dead ones stay.
 */
export function forgetTasksTask(ctx: Context): TaskDefinition {
  return defineTask({
    name: "waybill.forget-tasks",
    description: "Forgets tasks that ended well or were cancelled long ago.",
    input: z.strictObject({}),
    isOpen: false,
    schedules: [{ name: "hourly", cron: "17 * * * *", timeZone: "UTC", input: {} }],
    async run(_, { step }) {
      let forgotten = 0;
      for (let page = 1; ; page += 1) {
        const count = await step(`page ${page}`, () => forgetTasks(ctx.db, ctx.env.TASK_KEEP_MS, PAGE));
        forgotten += count;
        if (count < PAGE) break;
      }
      let lanes = 0;
      let after: string | undefined = "";
      for (let page = 1; after !== undefined; page += 1) {
        const from: string = after;
        const end: Awaited<ReturnType<typeof forgetLanes>> = await step(`lanes ${page}`, () =>
          ctx.db.transact((tx) => forgetLanes(tx, from, LANES)),
        );
        lanes += end.forgotten;
        after = end.last;
      }
      return { forgotten, lanes };
    },
  });
}
