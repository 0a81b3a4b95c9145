import { QueueError } from "../../core/errors.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { lockHold } from "../../prisma/store/collection/lock-hold.ts";
import { type Head, listHeads } from "../../prisma/store/lane/list-heads.ts";
import type { Context } from "../context.ts";

const MOST_LANES = 500;

/**
 * Starts waiting batches, lane by lane in the order they were accepted: to Processing, or to Held where the collection
 * is held. Harmless when several workers do it at once. @returns how many batches were moved
 */
export async function startHeads(ctx: Context): Promise<number> {
  let moved = 0;
  for (;;) {
    const heads = await listHeads(ctx.db, MOST_LANES);
    if (heads.length === 0) return moved;
    let progress = 0;
    for (const head of heads) progress += await start(ctx, head);
    moved += progress;
    if (progress === 0) return moved;
  }
}

/** @returns 1 when it was moved, 0 when another worker was first */
async function start(ctx: Context, { batchId, collectionId }: Head): Promise<0 | 1> {
  try {
    await ctx.db.$transaction(async (tx) => {
      const hold = await lockHold(tx, collectionId);
      const target =
        hold === null
          ? ({ to: "Processing" } as const)
          : ({ to: "Held", reason: `The collection is held: ${hold}` } as const);
      await moveBatch(tx, { batchId, from: "Pending", by: "worker", actor: "Waybill", ...target });
    });
    ctx.changes.note({ batch: batchId, due: true });
    return 1;
  } catch (error) {
    if (error instanceof QueueError && error.code === "stale_state") return 0;
    throw error;
  }
}
