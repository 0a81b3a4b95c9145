import { WaybillError } from "../../core/errors.ts";
import { isFinal } from "../../core/lane/facts.ts";
import type { Tx } from "../../prisma/client.ts";
import { type LaneBatchRow, listLaneBatchesById } from "../../prisma/store/lane/batches.ts";
import type { LaneRecord } from "../../prisma/store/lane/settings.ts";
import { isOpenToDecision, isUnderWay, mayStillCome } from "./offers.ts";

/**
 * A batch of a locked lane that a person may decide on: not final, with no call or job under way.
 * @throws WaybillError `not_found`, `batch_final`, `batch_under_way`
 */
export async function requireFreeBatch(tx: Tx, lane: LaneRecord, batchId: string): Promise<LaneBatchRow> {
  const [batch] = await listLaneBatchesById(tx, [batchId]);
  if (!batch || batch.laneId !== lane.id) throw new WaybillError("not_found", "This lane has no such batch.");
  if (isFinal(batch))
    throw new WaybillError(
      "batch_final",
      `The lane is done with this batch: ${batch.status ?? batch.state}.`,
    );
  if (!isUnderWay(batch, lane.backend, batch.now)) return batch;
  const message =
    lane.backend === "repository"
      ? "The jobs of this batch are being worked on; the lane goes on when they have ended."
      : "A call to the ledger is under way for this batch. Wait until it is over.";
  throw new WaybillError("batch_under_way", message, batch.deadlineAt ? { retryAt: batch.deadlineAt } : {});
}

/**
 * A batch of a ledger's lane for which it is unknown whether the ledger has it.
 * @throws WaybillError `not_a_ledger_lane`, `not_unknown`, and as requireFreeBatch
 */
export async function requireUnknownBatch(tx: Tx, lane: LaneRecord, batchId: string): Promise<LaneBatchRow> {
  if (lane.backend === "repository")
    throw new WaybillError("not_a_ledger_lane", "This lane ends at the repository, which knows its batches.");
  const batch = await requireFreeBatch(tx, lane, batchId);
  if (mayStillCome(batch, batch.now))
    throw new WaybillError(
      "batch_under_way",
      "A call to the ledger for this batch was cut off and may still take effect. Wait until it no longer can.",
      batch.effectUntil ? { retryAt: batch.effectUntil } : {},
    );
  if (!isOpenToDecision(batch))
    throw new WaybillError(
      "not_unknown",
      `This batch is ${batch.status ?? batch.state}: only Unknown or unresolved batches can be decided on.`,
    );
  return batch;
}

/** A batch's standing, for the audit. */
export function standingOf({ id, state, status, submitted, unresolved }: LaneBatchRow): object {
  return { batch: id, state, status, submitted, unresolved };
}
