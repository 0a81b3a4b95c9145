import { WaybillError } from "../../core/errors.ts";
import type { Db } from "../../prisma/client.ts";
import { hasTables } from "../../prisma/store/installation.ts";

const LIMIT_MS = 3_000;

/**
 * Whether this process can serve requests: the database must answer within 3 s and have Waybill's tables.
 * @throws WaybillError `database_unavailable`, or the database's own error
 */
export async function checkHealth(db: Db): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The database did not answer within ${LIMIT_MS / 1000} seconds.`;
    timer = setTimeout(() => reject(new WaybillError("database_unavailable", message)), LIMIT_MS);
  });
  try {
    if (await Promise.race([hasTables(db), late])) return;
    throw new WaybillError("database_unavailable", "The database has no tables yet: run the migrations.");
  } finally {
    clearTimeout(timer);
  }
}
