import { Prisma } from "../../generated/client.ts";
import { OUTCOME_SQL } from "../report/outcome-sql.ts";

/** Whether a row of `job` has ended in a way no report has told. The index job_untold_idx has it word for word. */
const UNTOLD_JOB = Prisma.sql`job.state IN ('Completed', 'Failed', 'Deleted')
  AND job.reported_outcome IS DISTINCT FROM ${OUTCOME_SQL}`;

/** Whether a row of `batch` has failed, had its report, and has re-runs to tell of by itself once they have all ended. */
export const HAS_UNTOLD = Prisma.sql`batch.state = 'Failed' AND batch.expanded_at IS NOT NULL
  AND batch.id IN (SELECT job.batch_id FROM job WHERE ${UNTOLD_JOB})
  AND EXISTS (SELECT FROM profile_version WHERE profile_version.id = batch.profile_version_id
    AND coalesce((profile_version.settings ->> 'automaticUpdateReport')::boolean, true))`;
