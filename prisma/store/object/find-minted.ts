import type { Tx } from "../../client.ts";

/** The ARK that was minted for a job before, if one was. */
export async function findMintedArk(tx: Tx, jobId: string): Promise<string | undefined> {
  const row = await tx.mintedArk.findUnique({ where: { jobId }, select: { ark: true } });
  return row?.ark ?? undefined;
}
