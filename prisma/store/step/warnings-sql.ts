import { Prisma } from "../../generated/client.ts";

/**
 * The steps whose results have a job's warnings, in the order of their work: what is odd about its row of a batch manifest,
 * about its object manifest, about what its container holds and says of itself, and about the bytes of its files.
 */
export const WARNING_STEPS = [
  "read-row",
  "list-files",
  "list-container",
  "check-container",
  "bring-files",
] as const;
export type WarningStep = (typeof WARNING_STEPS)[number];

/** Most warnings a step keeps described; all are counted. */
export const MOST_KEPT = 1_000;

/** How many warnings a row of `step_result` has; more may be counted than are kept. */
export const WARNING_COUNT = Prisma.sql`COALESCE((step_result.result ->> 'warningCount')::int,
  jsonb_array_length(step_result.result -> 'warnings'), 0)`;

/** Rows of `step_result` that have warnings, as their index knows them. */
export const IS_WARNED = Prisma.sql`(step_result.result ->> 'warningCount')::int > 0`;

/** The first warnings of a row of `step_result`, as a JSON array. */
export function firstWarnings(most: number): Prisma.Sql {
  const path = `$.warnings[0 to ${most - 1}]`;
  return Prisma.sql`jsonb_path_query_array(step_result.result, ${path}::jsonpath)`;
}
