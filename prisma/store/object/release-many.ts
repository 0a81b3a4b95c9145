import type { Sql } from "../../sql.ts";

/** Lets other jobs write the objects deleted jobs had claimed, also where they had stored a version. Any number at a time. */
export async function releaseObjects(tx: Sql, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await tx.$executeRaw`UPDATE stored_object SET busy_job_id = NULL WHERE busy_job_id = ANY(${[...jobIds]}::text[])`;
}
