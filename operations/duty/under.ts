import type { HeldDuty } from "../../core/sequencer/duties.ts";
import { fencedBy } from "../../prisma/fenced.ts";
import type { Context } from "../context.ts";

/** The context of a verb that is a duty: whatever it writes is kept only while the duty is that of the term. */
export function underDuty(ctx: Context, duty: HeldDuty): Context {
  return { ...ctx, db: fencedBy(ctx.db, duty) };
}
