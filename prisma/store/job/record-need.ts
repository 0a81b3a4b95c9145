import type { Tx } from "../../client.ts";

/** Keeps the estimate of what a job needs in working storage, in bytes. */
export async function recordNeed(tx: Tx, jobId: string, fence: bigint, needBytes: number): Promise<void> {
  await tx.$executeRaw`UPDATE job SET space_needed = ${needBytes} WHERE id = ${jobId} AND fence = ${fence}`;
}
