import { WaybillError } from "../../core/errors.ts";
import { CAUSE_MOST } from "../../core/incident/cause.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findSince } from "../../prisma/store/incident/list.ts";

/**
 * When the first of the jobs failed that are Failed now with that cause.
 * @throws WaybillError `not_found` (none is)
 */
export async function getSince(tx: Sql, cause: string): Promise<Date> {
  const since = cause.length <= CAUSE_MOST ? await findSince(tx, cause) : undefined;
  if (since) return since;
  throw new WaybillError("not_found", "No job has failed with that cause now: the incident is over.");
}
