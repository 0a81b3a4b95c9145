import * as z from "zod";
import { defineTask, type TaskDefinition } from "../../../core/task/define-task.ts";
import type { Context } from "../../context.ts";
import { planCopies } from "../../copy/plan.ts";
import type { CopyPorts } from "../../copy/ports.ts";
import { workCopies } from "../../copy/work-copies.ts";

/** A step goes on for so long, and a task has at most so many, so that it has ended when the next one begins. */
const SHIFT_MS = 20_000;
const MOST_SHIFTS = 13;

/**
 * The task that makes and mends copies, every five minutes: it finds versions that lack one, then works what is due. Which
 * those are stands in their rows, so that a task whose worker dies loses nothing.
 */
export function copiesTask(ctx: Context, ports: CopyPorts): TaskDefinition {
  return defineTask({
    name: "waybill.copies",
    description: "Copies stored versions to further storages, and mends what is damaged.",
    input: z.strictObject({}),
    isOpen: false,
    schedules: [{ name: "copies", cron: "*/5 * * * *", timeZone: "UTC", input: {} }],
    async run(_, { step }) {
      const entered = await step("plan", ({ signal }) => planCopies(ctx, signal));
      let tried = 0;
      for (let shift = 1; shift <= MOST_SHIFTS; shift += 1) {
        const end = await step(`work ${shift}`, ({ signal }) =>
          workCopies(ctx, ports, { signal, mostMs: SHIFT_MS }),
        );
        tried += end.tried;
        if (end.isIdle) break;
      }
      return { entered, tried };
    },
  });
}
