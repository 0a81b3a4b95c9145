import { QueueError } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";
import { checkMove, type JobMove, moveColumns, moveEvent } from "./move.ts";

/** One and the same move of many jobs that the caller has locked. */
export type JobsMove = Omit<JobMove, "jobId" | "fence" | "stored"> & { readonly jobIds: readonly string[] };

/**
 * Moves many jobs by one statement that writes an event for each. Some ten thousand at a time.
 * @throws QueueError `illegal_move`, or `stale_state` when one of them is not in `from`: nothing may be kept then
 */
export async function moveJobs(tx: Sql, move: JobsMove): Promise<void> {
  const { jobIds, from } = move;
  checkMove(move);
  if (jobIds.length === 0) return;
  const moved = await tx.$executeRaw`
    WITH moved AS (
      UPDATE job SET ${moveColumns(move)}
      WHERE id = ANY(${[...jobIds]}::text[]) AND state = ${from}::job_state
      RETURNING id, batch_id
    )
    INSERT INTO event (kind, batch_id, job_id, "from", "to", actor, reason, code) SELECT ${moveEvent(move)} FROM moved`;
  if (moved !== jobIds.length)
    throw new QueueError("stale_state", `Some of the jobs are no longer ${from}; look again.`);
}
