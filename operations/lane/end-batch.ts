import { endMoves } from "../../core/lane/end-moves.ts";
import type { SubmissionChange } from "../../core/lane/submission.ts";
import type { Sql } from "../../prisma/sql.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";

/**
 * Moves a batch at Processing whose submission is final on to its report, as failed unless it is Committed. `actor`:
 * who ended it.
 */
export async function endBatch(
  tx: Sql,
  batchId: string,
  change: Pick<SubmissionChange, "status" | "message">,
  actor = "Waybill",
): Promise<void> {
  for (const move of endMoves(change, false)) await moveBatch(tx, { ...move, batchId, actor });
}
