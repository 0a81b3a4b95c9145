import type { InLine } from "../../core/batch/in-line.ts";
import type { BatchViewRow } from "../../prisma/store/batch/read.ts";
import { getLine } from "../../prisma/store/lane/line.ts";
import type { Context } from "../context.ts";
import { whyOf } from "../lane/why-lane.ts";
import { recentLeft } from "./recent-bytes.ts";

/**
 * The most batches ahead whose bytes are added up: in a serial lane only one has jobs, in an unordered one as many as
 * its width.
 */
const MOST_SUMMED = 20;

/**
 * What is ahead of a batch that waits for its turn, and what its lane is waiting for, as far as the actor may know: for
 * other collections only how much there is, never a name, hold or reason.
 */
export async function placeInLine(
  ctx: Context,
  { id, laneId, laneSeq }: Pick<BatchViewRow, "id" | "laneId" | "laneSeq">,
): Promise<InLine> {
  const { db, actor, env } = ctx;
  const { ahead, lane, ...around } = await getLine(db, laneId, laneSeq);
  const { batches, unread, singles, singleBytes, begun } = ahead;
  const summed = begun.slice(0, MOST_SUMMED);
  const left = await recentLeft(ctx, summed);
  return {
    batches,
    objects: begun.reduce((sum, { open }) => sum + open, singles),
    bytes: Number(singleBytes + left),
    isMore: unread > 0 || begun.length > summed.length,
    why: whyOf(lane, { ...around, actor, timeScale: env.LANE_TIMES }),
    isFirst: around.head?.id === id,
  };
}
