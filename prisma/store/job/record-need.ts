import type { Sql } from "../../sql.ts";
import { needOf } from "../file/need-sql.ts";

/** Keeps the estimate of what a job needs in working storage, in bytes. */
export async function recordNeed(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`UPDATE job SET space_needed = ${needOf(jobId)} WHERE id = ${jobId} AND fence = ${fence}`;
}
