import * as z from "zod";
import { defineTask, type TaskDefinition } from "../../../core/task/define-task.ts";
import type { Context } from "../../context.ts";
import type { CopyPorts } from "../../copy/ports.ts";
import { beginFixity, workFixity } from "../../copy/work-fixity.ts";

/** As of copies: it has ended when the next one begins. */
const SHIFT_MS = 30_000;
const MOST_SHIFTS = 28;

/**
 * The task of scheduled fixity, every quarter of an hour: it begins the runs that collections want by now and reads on where
 * the last one left off. A storage that does not answer ends it; the next one tries again.
 */
export function fixityTask(ctx: Context, ports: CopyPorts): TaskDefinition {
  return defineTask({
    name: "waybill.fixity",
    description: "Reads what collections have stored and compares it with the inventory.",
    input: z.strictObject({}),
    isOpen: false,
    schedules: [{ name: "fixity", cron: "7,22,37,52 * * * *", timeZone: "UTC", input: {} }],
    async run(_, { step }) {
      const begun = await step("begin", () => beginFixity(ctx));
      let ended = 0;
      for (let shift = 1; shift <= MOST_SHIFTS; shift += 1) {
        const end = await step(`read ${shift}`, ({ signal }) =>
          workFixity(ctx, ports, { signal, mostMs: SHIFT_MS }),
        );
        if (end === "idle" || end === "away") break;
        if (end === "over") ended += 1;
      }
      return { begun, ended };
    },
  });
}
