import { createHash } from "node:crypto";
import { batchId } from "../../core/ids.ts";
import type { SignedBatch } from "../../core/ledger/ports.ts";
import { acceptLedgerBatches } from "../../prisma/store/batch/accept.ts";
import type { Context } from "../context.ts";
import { findLedgerLane, type LedgerLane } from "./find-ledger-lane.ts";

/** `repeated`: the lane already had the batch; nothing new was created. */
export type SubmittedBatch = {
  readonly batchId: string;
  readonly ledgerId: string;
  readonly repeated: boolean;
};

/**
 * Appends signed batches to a ledger's lane. Batches that come together are ordered by id, ascending; a batch the lane
 * already has is not taken twice. The result is in the list's order. `read` verifies the bytes, after the actor's
 * rights have been checked.
 * @throws WaybillError `unknown_lane`, `not_a_ledger_lane`, `not_allowed`, `batch_list_invalid`, `too_large`
 */
export async function submitBatches(
  ctx: Context,
  request: {
    readonly serviceId: string;
    readonly userAgent: string | null;
    readonly read: () => Promise<readonly SignedBatch[]>;
  },
): Promise<{ readonly lane: LedgerLane; readonly batches: readonly SubmittedBatch[] }> {
  const lane = await findLedgerLane(ctx, request.serviceId, "deposit");
  const signed = await request.read();
  const { laneId, collectionId, profileVersionId } = lane;
  const inOrder = [...signed].sort((a, b) => (a.ledgerId < b.ledgerId ? -1 : 1));
  const batches = inOrder.map((batch) => ({
    ...batch,
    id: batchId(ctx.uuid()),
    sha256: createHash("sha256").update(batch.body).digest("hex"),
  }));
  const accepted = await acceptLedgerBatches(ctx.db, {
    laneId,
    collectionId,
    profileVersionId,
    submitterId: ctx.actor.id,
    submitter: ctx.actor.name,
    userAgent: request.userAgent?.slice(0, 500) ?? null,
    batches,
  });
  for (const { batchId: batch } of accepted.values()) ctx.changes.note({ batch, due: ["lane"] });
  return {
    lane,
    batches: signed.flatMap(({ ledgerId }) => {
      const one = accepted.get(ledgerId);
      return one ? [{ batchId: one.batchId, ledgerId, repeated: !one.isNew }] : [];
    }),
  };
}
