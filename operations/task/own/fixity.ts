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
 * the last one left off. A run with a storage that does not answer is left out, until the next one.
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
      const away: string[] = [];
      let ended = 0;
      for (let shift = 1; shift <= MOST_SHIFTS; shift += 1) {
        const end = await step(`read ${shift}`, ({ signal }) =>
          workFixity(ctx, ports, { signal, mostMs: SHIFT_MS, without: away }),
        );
        if (end.kind === "idle") break;
        if (end.kind === "over") ended += 1;
        if (end.kind === "away") away.push(end.run);
      }
      return { begun, ended };
    },
  });
}
