import type { Sql } from "../../sql.ts";

/**
 * One file of a job's object, as its manifest or container lists it. `url` null: the bytes come with the job's payload.
 * `urlSealed`: the address with its credentials, sealed; null: it has none.
 */
export type NewFile = {
  readonly ordinal: number;
  readonly line: number | null;
  readonly name: string;
  readonly url: string | null;
  readonly urlSealed: string | null;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly declaredSize: number | null;
  readonly declaredMediaType: string | null;
};

/** Adds file rows to a job while its lease is held; rows that are there already stay as they are. Some thousand at a time. */
export async function insertFiles(
  tx: Sql,
  jobId: string,
  fence: bigint,
  files: readonly NewFile[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO job_file (job_id, ordinal, line, name, url, url_sealed, digest_type, digest_value, declared_size, declared_media_type)
    SELECT job.id, new.ordinal, new.line, new.name, new.url, new."urlSealed", new."digestType", new."digestValue", new."declaredSize", new."declaredMediaType"
    FROM job, jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS new (
      ordinal int, line int, name text, url text, "urlSealed" text, "digestType" text, "digestValue" text, "declaredSize" bigint, "declaredMediaType" text)
    WHERE job.id = ${jobId} AND job.fence = ${fence}
    ON CONFLICT (job_id, ordinal) DO NOTHING`;
}
