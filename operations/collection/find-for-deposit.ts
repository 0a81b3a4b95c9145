import { WaybillError } from "../../core/errors.ts";
import { findDepositTarget } from "../../prisma/store/collection.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/**
 * The id of the collection a deposit goes to.
 * @throws WaybillError `unknown_collection` (also when the depositor may not see it), `not_allowed`, `signed_batches_only`
 */
export async function findForDeposit(ctx: Context, slug: string): Promise<string> {
  const unknown = new WaybillError(
    "unknown_collection",
    `There is no collection ${JSON.stringify(slug)} that you can deposit to.`,
  );
  const target = await findDepositTarget(ctx.db, slug);
  if (!target) throw unknown;
  try {
    allow(ctx.actor, "deposit", target.collectionId);
  } catch (error) {
    throw error instanceof WaybillError && error.code === "not_found" ? unknown : error;
  }
  if (target.backend !== "repository")
    throw new WaybillError(
      "signed_batches_only",
      "This collection belongs to a lane that ends at a ledger: it takes signed batches, not deposits.",
    );
  return target.collectionId;
}
