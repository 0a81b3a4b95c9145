import type { Sql } from "../../sql.ts";

export type NewObjectFile = {
  readonly ordinal: number;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string | null;
  readonly contentPath: string;
};

/** Records files of a version; rows that are there stay. Some thousand at a time. */
export async function recordObjectFiles(
  tx: Sql,
  versionId: string,
  files: readonly NewObjectFile[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO object_file (version_id, ordinal, path, size, sha256, media_type, content_path)
    SELECT ${versionId}, new.ordinal, new.path, new.size, new.sha256, new."mediaType", new."contentPath"
    FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS new (
      ordinal int, path text, size bigint, sha256 text, "mediaType" text, "contentPath" text)
    ON CONFLICT (version_id, ordinal) DO NOTHING`;
}
