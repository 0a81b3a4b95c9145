import type { Action } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import { findLedgerTarget, type LedgerTargetRow } from "../../prisma/store/lane/settings.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

export type LedgerLane = LedgerTargetRow & { readonly backend: LedgerBackend };

/**
 * A ledger's lane on which the actor may do `action`.
 * @throws WaybillError `unknown_lane` (also when the actor may not see it), `not_a_ledger_lane`, `not_allowed`
 */
export async function findLedgerLane(ctx: Context, serviceId: string, action: Action): Promise<LedgerLane> {
  const unknown = new WaybillError(
    "unknown_lane",
    `There is no lane ${JSON.stringify(serviceId)} that you can use.`,
  );
  const target = await findLedgerTarget(ctx.db, serviceId);
  if (!target) throw unknown;
  try {
    allow(ctx.actor, action, target.collectionId);
  } catch (error) {
    throw error instanceof WaybillError && error.code === "not_found" ? unknown : error;
  }
  const { backend } = target;
  if (backend === "repository")
    throw new WaybillError("not_a_ledger_lane", `Lane ${serviceId} takes deposits, not signed batches.`);
  return { ...target, backend };
}
