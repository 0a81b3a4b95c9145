import { QueueError } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";

/**
 * Is this worker still the one? Until the transaction ends nobody else becomes it, nor moves the job.
 * @throws QueueError `lease_lost`
 */
export async function lockLease(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence} FOR UPDATE`;
  if (rows.length === 0) throw new QueueError("lease_lost", `The lease on ${jobId} is lost.`);
}
