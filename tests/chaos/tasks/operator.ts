import { retryTask } from "../../../operations/task/retry.ts";
import type { World } from "../world.ts";
import { WITNESSED } from "./hand-in-tasks.ts";

/** What a person does about tasks over which three workers have died: has them go on after what they have done. @returns how many */
export async function retryDead({ ctx }: World): Promise<number> {
  const dead = await ctx.db.task.findMany({
    where: { name: WITNESSED, state: "Dead" },
    select: { id: true },
  });
  for (const { id } of dead)
    await retryTask(ctx, { id, from: "last-step", reason: "The workers were killed by the run." });
  return dead.length;
}

/** How many have not succeeded. */
export function countOpenTasks({ ctx }: World): Promise<number> {
  return ctx.db.task.count({ where: { name: WITNESSED, state: { not: "Succeeded" } } });
}
