import type { Problem } from "../../../core/errors.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** One file of a job. Sizes in bytes. */
export type FileRecord = {
  readonly ordinal: number;
  /** In the manifest that names it. */
  readonly line: number | null;
  readonly name: string;
  /** Without credentials. */
  readonly url: string | null;
  readonly urlSealed: string | null;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly declaredSize: bigint | null;
  readonly estimatedSize: bigint | null;
  readonly declaredMediaType: string | null;
  readonly mediaType: string | null;
  /** What was odd about its bytes when they came. */
  readonly warning: Problem | null;
  readonly size: bigint | null;
  readonly sha256: string | null;
};

/** The columns of FileRecord. */
export const FILE_COLUMNS = Prisma.sql`ordinal, line, name, url, url_sealed AS "urlSealed", digest_type AS "digestType", digest_value AS "digestValue",
  declared_size AS "declaredSize", estimated_size AS "estimatedSize", declared_media_type AS "declaredMediaType",
  media_type AS "mediaType", warning, size, sha256`;

const WHICH = {
  all: Prisma.sql`true`,
  unverified: Prisma.sql`verified_at IS NULL`,
  verified: Prisma.sql`verified_at IS NOT NULL`,
  unlooked: Prisma.sql`url IS NOT NULL AND estimated_size IS NULL AND verified_at IS NULL`,
} as const satisfies Record<string, Prisma.Sql>;

/** Files of a job after place `after`, by place, `most` at a time. */
export async function listFiles(
  tx: Sql,
  jobId: string,
  which: keyof typeof WHICH,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<FileRecord[]> {
  return tx.$queryRaw<FileRecord[]>`
    SELECT ${FILE_COLUMNS}
    FROM job_file WHERE job_id = ${jobId} AND ordinal > ${after} AND ${WHICH[which]}
    ORDER BY ordinal LIMIT ${most}`;
}
