import type { Sql } from "../../sql.ts";

/** Keeps a step's result under (owner, step), before the next step runs. A job's lease must still be held. */
export async function keepStep(
  tx: Sql,
  jobId: string,
  fence: bigint,
  step: string,
  result: object,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, ${step}, ${JSON.stringify(result)}::jsonb, ${fence} FROM job WHERE id = ${jobId} AND fence = ${fence}
    ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()
    WHERE step_result.fence <= excluded.fence`;
}
