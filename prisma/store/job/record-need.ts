import type { Sql } from "../../sql.ts";
import { needOf } from "../file/need-sql.ts";

/** Keeps the estimate of what a job needs in working storage, in bytes: its files', or `atLeast` where that is more. */
export async function recordNeed(tx: Sql, jobId: string, fence: bigint, atLeast = 0): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET space_needed = GREATEST(${needOf(jobId)}, ${atLeast}::bigint) WHERE id = ${jobId} AND fence = ${fence}`;
}
