import type { Sql } from "../../sql.ts";

/** Records where a job's bytes lie, before any are written. */
export async function setWorkingDirectory(
  tx: Sql,
  jobId: string,
  fence: bigint,
  directory: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET working_directory = ${directory} WHERE id = ${jobId} AND fence = ${fence}
      AND working_directory IS DISTINCT FROM ${directory}`;
}
