import { forgetSilenceRows } from "../../prisma/store/incident/silence.ts";
import type { Context } from "../context.ts";

/** Removes silences that are over and those whose incident is. Nothing depends on when. @returns how many */
export function forgetSilences({ db }: Pick<Context, "db">): Promise<number> {
  return forgetSilenceRows(db);
}
