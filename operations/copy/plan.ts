import { isCopyWanted, type PlanCursor, planPage, withdrawUnwanted } from "../../prisma/store/copy/plan.ts";
import type { Context } from "../context.ts";

const PAGE = 1_000;
const START: PlanCursor = { objectId: "", version: 0 };

/**
 * Finds the stored versions that lack a copy their collection's newest profile asks for, and enters those: versions older
 * than the setting. What was recorded since has its rows from the transaction that recorded it. Copies nobody has made of
 * storages that no profile names any more are withdrawn. Each page is a transaction. @returns how many were entered
 */
export async function planCopies(ctx: Pick<Context, "db">, signal: AbortSignal): Promise<number> {
  await ctx.db.transact(withdrawUnwanted);
  // most installations have no further storage, and need not walk over all they have stored
  if (!(await isCopyWanted(ctx.db))) return 0;
  let entered = 0;
  for (let after: PlanCursor | undefined = START; after; ) {
    signal.throwIfAborted();
    const from: PlanCursor = after;
    const page = await ctx.db.transact((tx) => planPage(tx, from, PAGE));
    entered += page.entered;
    after = page.next;
  }
  return entered;
}
