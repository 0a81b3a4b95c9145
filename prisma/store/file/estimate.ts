import type { Sql } from "../../sql.ts";

/** What the sources said of the sizes of some files. */
export async function recordEstimates(
  tx: Sql,
  jobId: string,
  fence: bigint,
  sizes: readonly { readonly ordinal: number; readonly size: number }[],
): Promise<void> {
  if (sizes.length === 0) return;
  await tx.$executeRaw`
    UPDATE job_file SET estimated_size = said.size
    FROM jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) AS said (ordinal int, size bigint)
    WHERE job_file.job_id = ${jobId} AND job_file.ordinal = said.ordinal
      AND EXISTS (SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence})`;
}
