import { forgetSealed } from "../../prisma/store/upkeep.ts";
import type { Context } from "../context.ts";

/** Rows at a time, so that no statement holds many for long. */
const CHUNK = 5_000;

/** Forgets the credentials of addresses that are not fetched from any more. @returns how many rows had some */
export async function sweepSealed(ctx: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const rows = await forgetSealed(ctx.db, CHUNK);
    forgotten += rows;
    if (rows === 0) break;
  }
  if (forgotten > 0) ctx.log.info({ forgotten }, "credentials of addresses nobody needs were removed");
  return forgotten;
}
