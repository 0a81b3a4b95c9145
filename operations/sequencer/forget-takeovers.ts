import { forgetTakeovers } from "../../prisma/store/sequencer-watch.ts";
import type { Context } from "../context.ts";

/** How many are kept. */
const KEPT = 1_000;

/** Removes all records of takeovers but the latest 1,000. @returns how many */
export function forgetOldTakeovers({ db }: Pick<Context, "db">): Promise<number> {
  return forgetTakeovers(db, KEPT);
}
