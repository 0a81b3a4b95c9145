import type { CallbackRow } from "../../core/contracts/callback-views.ts";
import type { CallbackListRow } from "../../prisma/store/outbox/callback.ts";

/** A callback as lists show it. */
export function callbackRow(row: CallbackListRow): CallbackRow {
  return {
    id: row.id,
    jobId: row.jobId,
    batchId: row.batchId,
    collection: row.collection,
    ending: Number(row.dedupKey.slice(row.dedupKey.lastIndexOf(":") + 1)),
    outcome: row.outcome,
    receiver: row.receiver,
    status: row.status,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    nextTryAt: row.status === "Waiting" ? (row.dueAt?.toISOString() ?? null) : null,
    lastError: row.lastError,
  };
}
