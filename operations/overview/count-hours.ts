import { countHour, forgetHours, listHoursToCount } from "../../prisma/store/overview/figures.ts";
import type { Context } from "../context.ts";

/** Hours of one call: some two weeks, the first time in an installation that has been there for long. */
const MOST = 400;

/**
 * Counts what happened in each hour, for the charts of the overview: the present hour and those before it that were not
 * counted since they were over. May be ended at any point and called again; it goes on where it stopped.
 * @returns how many hours it counted
 */
export async function countHours({ db }: Pick<Context, "db">): Promise<number> {
  const hours = await listHoursToCount(db, MOST);
  for (const hour of hours) await countHour(db, hour);
  await forgetHours(db);
  return hours.length;
}
