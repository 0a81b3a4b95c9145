import { resendBatch } from "../../operations/lane/resend.ts";
import { resolveBatch } from "../../operations/lane/resolve.ts";
import { resumeLane } from "../../operations/lane/resume.ts";
import type { World } from "./world.ts";

/**
 * What a person does who looks at the ledger itself: of each unresolved batch it is said that it was committed when it
 * was executed, else it is sent again. Lanes that halted go on. @returns how many acts
 */
export async function actAsOperator({ ctx, ledger }: World): Promise<number> {
  const unresolved = await ctx.db.batch.findMany({
    where: { unresolved: true },
    select: { id: true, lane: { select: { serviceId: true } }, ledgerBatch: { select: { ledgerId: true } } },
  });
  let acts = 0;
  for (const { id: batchId, lane, ledgerBatch } of unresolved) {
    const { serviceId } = lane;
    const executed = ledger.counts(serviceId)[ledgerBatch?.ledgerId ?? ""] ?? 0;
    const ask = { serviceId, batchId, reason: `The ledger has executed it ${executed} times.` };
    const done = executed > 0 ? resolveBatch(ctx, { ...ask, as: "Committed" }) : resendBatch(ctx, ask);
    acts += await done.then(
      () => 1,
      () => 0,
    );
  }
  const halted = await ctx.db.lane.findMany({
    where: { haltedAt: { not: null } },
    select: { serviceId: true },
  });
  for (const { serviceId } of halted) {
    await resumeLane(ctx, { serviceId, reason: "The ledger is in order again." });
    acts += 1;
  }
  return acts;
}
