import type { Db } from "../../prisma/client.ts";

/** One event. Returns its id. */
export async function makeEvent(
  db: Db,
  given: {
    readonly kind?: string;
    readonly batchId?: string;
    readonly jobId?: string;
    readonly actor?: string;
    readonly from?: string;
    readonly to?: string;
    readonly at?: Date;
  } = {},
): Promise<bigint> {
  const { kind = "batch.moved", batchId = null, jobId = null, actor = "Waybill", at } = given;
  const { from = "Pending", to = "Processing" } = given;
  const event = await db.event.create({
    data: { kind, batchId, jobId, actor, from, to, ...(at && { at }) },
    select: { id: true },
  });
  return event.id;
}
