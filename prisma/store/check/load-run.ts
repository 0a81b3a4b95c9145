import type { Sql } from "../../sql.ts";

/** A run as its maker needs it. */
export type RunRecord = { readonly isDeep: boolean; readonly isEnded: boolean };

export async function loadRun(tx: Sql, runId: string): Promise<RunRecord | undefined> {
  const [run] = await tx.$queryRaw<RunRecord[]>`
    SELECT COALESCE((looked ->> 'deep')::boolean, FALSE) AS "isDeep", ended_at IS NOT NULL AS "isEnded"
    FROM check_run WHERE id = ${runId}`;
  return run;
}
