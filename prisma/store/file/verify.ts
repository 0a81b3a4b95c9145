import type { Problem } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";

/** A file that is in the working folder with the right bytes, or the reason why it is not. */
export type FileResult = {
  readonly ordinal: number;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly mediaType: string | null;
  readonly warning: Problem | null;
  readonly attempts: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
};

/** Records results of fetching files while the lease is held; verified files are never fetched again. Some hundred at a time. */
export async function recordFiles(
  tx: Sql,
  jobId: string,
  fence: bigint,
  results: readonly FileResult[],
): Promise<void> {
  if (results.length === 0) return;
  await tx.$executeRaw`
    UPDATE job_file SET
      size = got.size, sha256 = got.sha256, media_type = got."mediaType", warning = NULLIF(got.warning, 'null'),
      attempts = job_file.attempts + got.attempts, error_code = got."errorCode", error_message = got."errorMessage",
      received = CASE WHEN got.sha256 IS NOT NULL THEN got.size ELSE 0 END,
      verified_at = CASE WHEN got.sha256 IS NOT NULL THEN clock_timestamp() END
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS got (
      ordinal int, size bigint, sha256 text, "mediaType" text, warning jsonb, attempts int, "errorCode" text, "errorMessage" text)
    WHERE job_file.job_id = ${jobId} AND job_file.ordinal = got.ordinal
      AND EXISTS (SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence})`;
}
