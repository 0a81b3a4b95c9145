import { forgetSealed } from "../../prisma/store/upkeep.ts";
import type { Context } from "../context.ts";

/** Rows at a time, so that no statement locks many rows for long. */
const CHUNK = 5_000;

/** Removes the credentials of addresses that will not be fetched again. @returns how many rows had some */
export async function sweepSealed(ctx: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const rows = await forgetSealed(ctx.db, CHUNK);
    forgotten += rows;
    if (rows === 0) break;
  }
  if (forgotten > 0) ctx.log.info({ forgotten }, "credentials of unused addresses were removed");
  return forgotten;
}
