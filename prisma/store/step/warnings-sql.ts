import { Prisma } from "../../generated/client.ts";

/** The steps that find warnings, in the order of their work: what a container holds, and what it says of itself. */
export const WARNING_STEPS = ["list-container", "check-container"] as const;

/** How many warnings a row of `step_result` has; more may be counted than are kept. */
export const WARNING_COUNT = Prisma.sql`COALESCE((step_result.result ->> 'warningCount')::int,
  jsonb_array_length(step_result.result -> 'warnings'), 0)`;

/** The first warnings of a row of `step_result`, as a JSON array. */
export function firstWarnings(most: number): Prisma.Sql {
  const path = `$.warnings[0 to ${most - 1}]`;
  return Prisma.sql`jsonb_path_query_array(step_result.result, ${path}::jsonpath)`;
}
