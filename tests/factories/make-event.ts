import type { Db } from "../../prisma/client.ts";

/** One event. Returns its id. */
export async function makeEvent(
  db: Db,
  given: {
    readonly kind?: string;
    readonly batchId?: string;
    readonly jobId?: string;
    readonly actor?: string;
  } = {},
): Promise<bigint> {
  const { kind = "batch.moved", batchId = null, jobId = null, actor = "Waybill" } = given;
  const event = await db.event.create({
    data: { kind, batchId, jobId, actor, from: "Pending", to: "Processing" },
    select: { id: true },
  });
  return event.id;
}
