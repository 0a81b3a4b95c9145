import { wakeLanes } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";

/**
 * Has lanes looked at of which a batch has got its position. Forgotten ones, as of a worker that dies before it gets here, are
 * picked up by the sweep. @returns those that others have locked, to be asked for again
 */
export async function wakePositioned(
  { db, changes }: Pick<Context, "db" | "changes">,
  laneIds: readonly string[],
): Promise<readonly string[]> {
  const woken = new Set(await wakeLanes(db, laneIds));
  if (woken.size > 0) changes.note({ due: ["lane"] });
  return laneIds.filter((laneId) => !woken.has(laneId));
}
