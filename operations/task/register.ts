import * as z from "zod";
import { timeAfter } from "../../core/task/cron.ts";
import type { InputSchema, TaskDefinition } from "../../core/task/define-task.ts";
import { registerKinds, type TaskKindRow } from "../../prisma/store/task/kinds.ts";
import { readNow, registerSchedules, type ScheduleRow } from "../../prisma/store/task/schedule.ts";
import type { Context } from "../context.ts";
import { readInput } from "./read-input.ts";
import { newTask } from "./start.ts";

/**
 * Enters the tasks a worker knows, and their schedules, where the web and the other workers find them.
 * @throws Error when a schedule is none, or begins its task with an input that does not fit, cannot be kept or lacks the key
 */
export async function registerTasks(ctx: Context, definitions: readonly TaskDefinition[]): Promise<void> {
  for (const definition of definitions) await judgeSchedules(ctx, definition);
  await ctx.db.transact(async (tx) => {
    const now = await readNow(tx);
    await registerKinds(tx, definitions.map(kindOf));
    await registerSchedules(
      tx,
      definitions.map(({ name }) => name),
      definitions.flatMap((definition) => schedulesOf(definition, now)),
    );
  });
}

/** What would fail at night, each time anew, fails as the worker starts. */
async function judgeSchedules(ctx: Context, definition: TaskDefinition): Promise<void> {
  const { name: task, schedules } = definition;
  for (const { name, input, ...times } of schedules) {
    try {
      timeAfter(times, ctx.now());
      await readInput(definition, input);
      newTask(ctx, kindOf(definition), { name: task, input, idempotencyKey: name });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The schedule ${name} of the task ${task} is wrong: ${why}`, { cause });
    }
  }
}

function schedulesOf({ name: task, schedules }: TaskDefinition, now: Date): readonly ScheduleRow[] {
  return schedules.map(({ missed = "latest", ...each }) => ({
    ...each,
    task,
    missed,
    seenTo: now,
    nextAt: timeAfter(each, now),
  }));
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
