import type { Sql } from "../../sql.ts";
import type { MintedFor } from "./find.ts";

/** Gives up what was minted for a job, so that it takes the next number. An ARK stays known as minted for its collection. */
export async function passOverMinted(tx: Sql, { jobId, collectionId }: MintedFor): Promise<void> {
  await tx.$executeRaw`DELETE FROM minted_ark WHERE job_id = ${jobId} AND ark IS NULL`;
  await tx.$executeRaw`
    UPDATE minted_ark SET job_id = NULL, collection_id = ${collectionId} WHERE job_id = ${jobId}`;
}
