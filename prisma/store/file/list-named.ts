import type { Sql } from "../../sql.ts";
import { FILE_COLUMNS, type FileRecord } from "./list.ts";

/** Files of a job with one of these names, by place. Reads all rows of the job. */
export async function listNamedFiles(
  tx: Sql,
  jobId: string,
  names: readonly string[],
): Promise<FileRecord[]> {
  return tx.$queryRaw<FileRecord[]>`
    SELECT ${FILE_COLUMNS}
    FROM job_file WHERE job_id = ${jobId} AND name = ANY(${[...names]}::text[])
    ORDER BY ordinal`;
}
