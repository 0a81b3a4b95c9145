import type { SubmissionChange } from "../../core/lane/submission.ts";
import type { Sql } from "../../prisma/sql.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";

const FAULTS = { Invalid: "ledger_invalid", Rejected: "ledger_rejected", Skipped: "skipped" } as const;

/** Takes a batch at Processing whose submission is final on to its report, as failed unless it is Committed. `actor`: who ended it. */
export async function endBatch(
  tx: Sql,
  batchId: string,
  { status, message }: Pick<SubmissionChange, "status" | "message">,
  actor = "Waybill",
): Promise<void> {
  const code =
    status === "Invalid" || status === "Rejected" || status === "Skipped" ? FAULTS[status] : undefined;
  const words = message ?? "The ledger gave no reason.";
  await moveBatch(tx, {
    batchId,
    from: "Processing",
    to: "Reporting",
    by: "worker",
    actor,
    ...(code && { fault: { code, message: words } }),
  });
}
