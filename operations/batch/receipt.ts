import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { type Receipt, receiptOf } from "../../core/sequencer/receipt.ts";
import { findBatchView } from "../../prisma/store/batch/read.ts";
import { findEpochOf, listItems } from "../../prisma/store/sequencer.ts";
import type { Context } from "../context.ts";
import { hashesOf } from "../sequencer/hashes.ts";

/**
 * The receipt of a batch: what was accepted, when, at which position of everything, signed.
 * @throws WaybillError `not_found` (also when the actor may not read it); `stale_state` while it has no signed position yet
 */
export async function getReceipt({ db, actor }: Context, batchId: string): Promise<Receipt> {
  const batch = await findBatchView(db, batchId);
  if (!batch || !can(actor, "read", batch.collectionId))
    throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  const epoch = batch.position === null ? undefined : await findEpochOf(db, Number(batch.position));
  if (!epoch?.signer || !epoch.signature)
    throw new WaybillError(
      "stale_state",
      "The batch is still waiting for its signed position. Ask again in a moment.",
    );
  const items = await listItems(db, epoch.first, epoch.last);
  const item = items[Number(batch.position) - epoch.first];
  if (!item) throw new Error(`epoch ${epoch.seq} has no item at ${batch.position}`);
  return receiptOf(item, { ...epoch, signer: epoch.signer, signature: epoch.signature }, hashesOf(items));
}
