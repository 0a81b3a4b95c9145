import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../prisma/client.ts";

const HOUR_MS = 3_600_000;

/**
 * Waits until a batch has ended and answers when it did, by the database's clock. Errors: it failed, or has not ended within
 * `patienceMs`, an hour if nothing is said.
 */
export async function untilCompleted(
  db: Db,
  batchId: string,
  lookMs: number,
  patienceMs = HOUR_MS,
): Promise<{ readonly createdAt: Date; readonly endedAt: Date }> {
  const lastMs = performance.now() + patienceMs;
  for (;;) {
    const batch = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
    if (batch.state === "Failed")
      throw new Error(`batch ${batchId} failed: ${batch.errorMessage ?? "see its jobs"}`);
    if (batch.state === "Completed" && batch.endedAt)
      return { createdAt: batch.createdAt, endedAt: batch.endedAt };
    if (performance.now() > lastMs)
      throw new Error(
        `batch ${batchId} is ${batch.state} after ${patienceMs / 1000} s; see the logs of its processes`,
      );
    await sleep(lookMs);
  }
}
