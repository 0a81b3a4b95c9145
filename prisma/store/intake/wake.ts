import { INTAKE_HELD } from "../../../core/hold/wait-code.ts";
import type { Sql } from "../../sql.ts";
import { UNTOUCHED } from "../lane/rule-sql.ts";

/**
 * Makes due what waited for the intake: jobs where they are, each with its turn, and lanes in which something waits.
 * @returns how many jobs and lanes
 */
export async function wakeIntake(tx: Sql): Promise<{ readonly jobs: number; readonly lanes: number }> {
  const jobs = await tx.$executeRaw`
    UPDATE job SET due_at = clock_timestamp(), wait_code = NULL, wait_reason = NULL
    WHERE state = 'Pending' AND wait_code = ${INTAKE_HELD}`;
  const lanes = await tx.$executeRaw`
    UPDATE lane SET touched = touched + 1, due_at = clock_timestamp()
    WHERE EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${UNTOUCHED})
      OR EXISTS (
        SELECT FROM batch WHERE batch.lane_id = lane.id AND (state = 'Pending' OR kind <> 'LedgerBatch') AND submission_status = 'Delayed')`;
  return { jobs, lanes };
}
