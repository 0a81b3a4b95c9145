import * as z from "zod";
import { timeAfter } from "../../core/task/cron.ts";
import type { InputSchema, TaskDefinition } from "../../core/task/define-task.ts";
import { laneKeyOf } from "../../core/task/lane-key.ts";
import { registerKinds, type TaskKindRow } from "../../prisma/store/task/kinds.ts";
import { registerSchedules } from "../../prisma/store/task/schedule.ts";
import type { Context } from "../context.ts";

/**
 * Enters the tasks a worker knows, and their schedules, where the web and the other workers find them.
 * @throws Error when a schedule is none; WaybillError `task_input_invalid` when its input lacks the key
 */
export async function registerTasks(ctx: Context, definitions: readonly TaskDefinition[]): Promise<void> {
  const now = ctx.now();
  for (const { key, schedules } of definitions) for (const { input } of schedules) laneKeyOf(key, input);
  const schedules = definitions.flatMap(({ name: task, schedules: own }) =>
    own.map(({ missed = "latest", ...each }) => ({ ...each, task, missed, nextAt: timeAfter(each, now) })),
  );
  await ctx.db.transact(async (tx) => {
    await registerKinds(tx, definitions.map(kindOf));
    await registerSchedules(
      tx,
      definitions.map(({ name }) => name),
      schedules,
    );
  });
}

function kindOf(definition: TaskDefinition): TaskKindRow {
  const {
    name,
    version = 1,
    description = null,
    key,
    laneOnDead,
    isOpen = true,
    needsKey = true,
  } = definition;
  const schema = schemaOf(definition.input);
  return { name, version, description, schema, key, blocksLane: laneOnDead !== "skip", isOpen, needsKey };
}

/** The JSON Schema of what may be sent; null when it is not zod's, or is more than JSON Schema can say. */
function schemaOf(input: InputSchema<unknown>): unknown {
  if (!isZod(input)) return null;
  try {
    return z.toJSONSchema(input, { io: "input" });
  } catch {
    return null;
  }
}

function isZod(input: object): input is z.ZodType {
  return "_zod" in input;
}
