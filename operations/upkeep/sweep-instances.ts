import { forgetInstances } from "../../prisma/store/instance.ts";
import type { Context } from "../context.ts";

const GONE_MS = 30 * 86_400_000;

/** Removes the records of worker processes not seen for 30 days. @returns how many */
export async function sweepInstances(ctx: Context): Promise<number> {
  const forgotten = await forgetInstances(ctx.db, GONE_MS);
  if (forgotten > 0)
    ctx.log.info({ forgotten }, "records of worker processes not seen for 30 days were removed");
  return forgotten;
}
