import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../prisma/client.ts";

/** Waits until a batch has ended and answers when it did, by the database's clock. */
export async function untilCompleted(
  db: Db,
  batchId: string,
  lookMs: number,
): Promise<{ readonly createdAt: Date; readonly endedAt: Date }> {
  for (;;) {
    const batch = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
    if (batch.state === "Failed")
      throw new Error(`batch ${batchId} failed: ${batch.errorMessage ?? "see its jobs"}`);
    if (batch.state === "Completed" && batch.endedAt)
      return { createdAt: batch.createdAt, endedAt: batch.endedAt };
    await sleep(lookMs);
  }
}
