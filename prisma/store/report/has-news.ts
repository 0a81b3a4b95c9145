import type { Sql } from "../../sql.ts";
import { OUTCOME_SQL } from "./outcome-sql.ts";

/** Has a job of this batch ended otherwise than the last report said? */
export async function hasNews(tx: Sql, batchId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ hasNews: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM job WHERE batch_id = ${batchId}
        AND ${OUTCOME_SQL} IS NOT NULL AND reported_outcome IS DISTINCT FROM ${OUTCOME_SQL}
    ) AS "hasNews"`;
  return row?.hasNews === true;
}
