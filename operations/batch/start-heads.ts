import { QueueError } from "../../core/errors.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { listHeads } from "../../prisma/store/lane/list-heads.ts";
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
    for (const { batchId, hold } of heads) {
      const target = hold === null ? ({ to: "Processing" } as const) : ({ to: "Held", reason: `The collection is held: ${hold}` } as const);
      try {
        await moveBatch(ctx.db, { batchId, from: "Pending", by: "worker", actor: "Waybill", ...target });
        progress += 1;
        ctx.changes.note({ batch: batchId, due: hold === null });
      } catch (error) {
        // another worker was first; the next look finds what is left
        if (!(error instanceof QueueError) || error.code !== "stale_state") throw error;
      }
    }
    moved += progress;
    if (progress === 0) return moved;
  }
}
