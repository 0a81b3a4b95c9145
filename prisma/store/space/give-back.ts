import type { Sql } from "../../sql.ts";

/**
 * Gives back what a job has reserved and keeps what it turned out to need, in bytes: it asks for that at its next look. What
 * of its container had come is gone.
 */
export async function giveSpaceBack(tx: Sql, jobId: string, fence: bigint, needBytes: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET space_needed = ${needBytes}::bigint, space_reserved = 0, received = 0
    WHERE id = ${jobId} AND fence = ${fence}`;
}
