import type { LaneGoing } from "../../core/batch/waits.ts";
import type { BatchViewRow } from "../../prisma/store/batch/read.ts";
import { findLaneView } from "../../prisma/store/lane/view.ts";
import type { Context } from "../context.ts";

/** What stops the lane of one batch. Read only when it is shown, which is while its ledger does not answer. */
export async function findLaneGoing(
  { db }: Pick<Context, "db">,
  { silentSince, lane: serviceId }: Pick<BatchViewRow, "silentSince" | "lane">,
): Promise<LaneGoing> {
  const lane = silentSince === null ? undefined : await findLaneView(db, serviceId);
  if (lane?.haltedAt) return "halted";
  return lane?.heldAt ? "held" : "goes";
}
