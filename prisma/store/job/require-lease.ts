import { QueueError } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";

/**
 * Asked right before an effect outside of the database: is this worker still the one?
 * @throws QueueError `lease_lost`
 */
export async function requireLease(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence}`;
  if (rows.length === 0) throw new QueueError("lease_lost", `The lease on ${jobId} is lost.`);
}
