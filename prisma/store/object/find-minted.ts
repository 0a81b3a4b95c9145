import type { Sql } from "../../sql.ts";

/** The ARK that was minted for a job before, if one was. */
export async function findMintedArk(tx: Sql, jobId: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<
    { ark: string | null }[]
  >`SELECT ark FROM minted_ark WHERE job_id = ${jobId}`;
  return row?.ark ?? undefined;
}
