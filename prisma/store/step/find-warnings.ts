import type { WarningsView } from "../../../core/contracts/views.ts";
import type { Problem } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";
import { firstWarnings, WARNING_COUNT, WARNING_STEPS } from "./warnings-sql.ts";

const MOST = 100;

/** What was odd about a job and did not stop it, in the order of the steps that found it: the first hundred of each. */
export async function findWarnings(tx: Sql, jobId: string): Promise<WarningsView> {
  const steps = [...WARNING_STEPS];
  const rows = await tx.$queryRaw<{ count: number; first: readonly Problem[] }[]>`
    SELECT ${WARNING_COUNT} AS count, ${firstWarnings(MOST)} AS first
    FROM step_result WHERE owner_id = ${jobId} AND step = ANY(${steps}::text[])
    ORDER BY array_position(${steps}::text[], step)`;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    first: rows.flatMap(({ first }) => first),
  };
}
