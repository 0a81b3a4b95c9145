import { Prisma } from "../../generated/client.ts";

/**
 * The outcome of a row of `job` as core/report/outcome.ts tells it, as SQL; NULL while it has not ended. Here because
 * the changed jobs among 100,000 are found, and marked as told, in the database.
 */
export const OUTCOME_SQL = Prisma.sql`CASE job.state
  WHEN 'Completed' THEN 'Completed'
  WHEN 'Deleted' THEN 'Deleted'
  WHEN 'Failed' THEN 'Failed:' || coalesce(job.error_code, 'internal')
END`;
