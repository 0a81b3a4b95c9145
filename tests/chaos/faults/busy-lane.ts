import type { Dice } from "../dice.ts";
import type { World } from "../world.ts";

/** Fewer than these are not left to meet a fault: a lane is made for it. */
const FEWEST = 8;

/** A lane that has something to send: one of the run's, or a new one when nearly all of them are done. */
export async function busyLane(world: World, dice: Dice): Promise<string> {
  const { ctx, feed } = world;
  const roll = dice.roll();
  const waiting = await ctx.db.$queryRaw<{ serviceId: string }[]>`
    SELECT service_id AS "serviceId" FROM lane
    WHERE backend <> 'repository' AND held_at IS NULL AND halted_at IS NULL AND 1 < (
      SELECT count(*) FROM (
        SELECT FROM batch WHERE lane_id = lane.id AND state = 'Pending' AND submission_status IS NULL LIMIT 2
      ) AS two)
      -- one that waits for a person, or for its delay, sends nothing now
      AND NOT EXISTS (
        SELECT FROM batch WHERE lane_id = lane.id AND submission_status IN ('Unknown', 'Delayed'))
    ORDER BY service_id`;
  if (waiting.length >= FEWEST) return waiting[Math.floor(roll * waiting.length)]?.serviceId ?? "";
  const [lane] = await feed(1, { batches: 3 });
  if (!lane) throw new Error("no lane was made");
  return lane.service;
}
