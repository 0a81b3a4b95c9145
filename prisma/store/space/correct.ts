import type { Tx } from "../../client.ts";

/** Sets what a job really needed once it is downloaded; no gate: the bytes are on disk already. */
export async function correctSpace(tx: Tx, jobId: string, fence: bigint, needBytes: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET space_needed = ${needBytes}, space_reserved = GREATEST(${needBytes}, 1)
    WHERE id = ${jobId} AND fence = ${fence}`;
}
