import type { Sql } from "../../sql.ts";

/** What time it is for the database, by which holds end. */
export async function databaseClock(tx: Sql): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error("the database tells no time");
  return row.now;
}
