import type { Sql } from "../../sql.ts";
import { needOf } from "../file/need-sql.ts";

/** Sets what a job really needed once it is downloaded; no gate: the bytes are on disk already. */
export async function correctSpace(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET space_needed = need.bytes, space_reserved = GREATEST(need.bytes, 1)
    FROM (SELECT ${needOf(jobId)} AS bytes) AS need
    WHERE id = ${jobId} AND fence = ${fence}`;
}
