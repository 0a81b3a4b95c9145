import type { InLine } from "../../core/batch/in-line.ts";
import type { BatchViewRow } from "../../prisma/store/batch/read.ts";
import { findAhead } from "../../prisma/store/batch/read.ts";
import type { Context } from "../context.ts";
import { whyLaneWaits } from "../lane/why.ts";
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
  { id, lane, laneId, laneSeq }: Pick<BatchViewRow, "id" | "lane" | "laneId" | "laneSeq">,
): Promise<InLine> {
  const { batches, unread, singles, singleBytes, begun } = await findAhead(ctx.db, laneId, laneSeq);
  const summed = begun.slice(0, MOST_SUMMED);
  const [lanes, left] = await Promise.all([whyLaneWaits(ctx, lane), recentLeft(ctx, summed)]);
  return {
    batches,
    objects: begun.reduce((sum, { open }) => sum + open, singles),
    bytes: Number(singleBytes + left),
    isMore: unread > 0 || begun.length > summed.length,
    why: lanes?.why ?? null,
    isFirst: lanes?.headId === id,
  };
}
