import type { Tx } from "../../client.ts";

/** The latest tries of a callback, newest first, `most` of them. */
export async function listDeliveries(tx: Tx, outboxId: string, most: number) {
  return tx.delivery.findMany({
    where: { outboxId },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: most,
    select: { at: true, httpStatus: true, tookMs: true, message: true },
  });
}
