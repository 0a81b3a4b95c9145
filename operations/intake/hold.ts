import type { IntakeView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { setHold } from "../../prisma/store/hold/hold.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { type HoldAsk, readUntil } from "../hold/until.ts";
import { auditOf } from "../hold/view.ts";
import { getIntake } from "./get.ts";

/**
 * Holds the whole intake: no batch of any lane is begun, and jobs that are Pending wait where they are. Deposits are
 * still accepted and queued, and what was begun goes on.
 * @throws WaybillError `not_allowed`, `already_held`, `bad_request` (its end)
 */
export async function holdIntake(ctx: Context, request: HoldAsk): Promise<IntakeView> {
  allow(ctx.actor, "hold-intake");
  const { reason } = request;
  const by = ctx.actor.name;
  await ctx.db.$transaction(async (tx) => {
    const until = await readUntil(tx, request);
    const hold = await setHold(tx, { on: "intake" }, { by, reason, until });
    if (!hold) throw new WaybillError("already_held", "The intake is held already.");
    await writeEvent(tx, { kind: "intake.held", actor: by, reason });
    await writeAudit(tx, ctx.actor, {
      action: "intake.hold",
      target: "intake",
      reason,
      before: { held: false },
      after: auditOf(hold),
    });
  });
  ctx.changes.note({ collection: true, lane: true });
  return getIntake(ctx);
}
