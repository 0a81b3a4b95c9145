import type { Db } from "../../prisma/client.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";

/** What time it is by the database's clock, in ms. */
export async function databaseMs(db: Db): Promise<number> {
  return (await databaseClock(db)).getTime();
}
