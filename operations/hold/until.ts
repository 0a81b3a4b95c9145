import { WaybillError } from "../../core/errors.ts";
import { untilProblem } from "../../core/hold/until.ts";
import type { Sql } from "../../prisma/sql.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";

/** Why something is held and, if the hold ends by itself, when. */
export type HoldAsk = { readonly reason: string; readonly until?: Date | undefined };

/**
 * The end of a hold as stored; null: a person must release it.
 * @throws WaybillError `bad_request`: it is not in the future, or more than a year away
 */
export async function readUntil(tx: Sql, { until }: HoldAsk): Promise<Date | null> {
  if (until === undefined) return null;
  const problem = untilProblem(until, await databaseClock(tx));
  if (problem) throw new WaybillError("bad_request", problem);
  return until;
}
