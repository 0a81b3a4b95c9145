import type { IntakeView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { liftHoldRow, releaseHeldJobs, wakeIntake } from "../../prisma/store/hold/release.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditReason, type Ending, releaseReason } from "../hold/ending.ts";
import { auditOf } from "../hold/view.ts";
import { getIntake } from "./get.ts";

const LIFT_MS = 120_000;

/**
 * Lifts the hold on the whole intake: lanes and jobs that waited for it go on at once, in their order, those included
 * whose other holds ended meanwhile.
 * @throws WaybillError `not_allowed`, `not_held`
 */
export async function liftIntake(ctx: Context, request: Ending): Promise<IntakeView> {
  allow(ctx.actor, "hold-intake");
  const { expired } = request;
  const reason = auditReason(request);
  const released = await ctx.db.$transaction(
    async (tx) => {
      const hold = await liftHoldRow(tx, { on: "intake" }, { expired });
      if (!hold) throw new WaybillError("not_held", "The intake is not held.");
      const { jobs, lanes } = await wakeIntake(tx);
      const by = { actor: ctx.actor.name, reason: releaseReason("intake", request) };
      // nothing is Held without a hold over it, so what is left without one is what this hold has kept
      const freed = await releaseHeldJobs(tx, "all", by);
      await writeEvent(tx, { kind: "intake.lifted", actor: ctx.actor.name, reason });
      await writeAudit(tx, ctx.actor, {
        action: "intake.lift",
        target: "intake",
        reason,
        before: auditOf(hold),
        after: { held: false, jobs: jobs + freed.length, lanes },
      });
      return freed;
    },
    { timeout: LIFT_MS },
  );
  ctx.changes.note({ collection: true, lane: true, due: true });
  for (const job of released) ctx.changes.note({ job });
  return getIntake(ctx);
}
