import type { Sql } from "../../sql.ts";

/** A depositor's file of a stored version. */
export type ProducerFile = {
  readonly ordinal: number;
  readonly path: string;
  readonly size: bigint;
  readonly sha256: string;
  readonly mediaType: string | null;
};

/** The depositor's files of one version of an object after place `after`, by place, `most` at a time. */
export async function listProducerFiles(
  tx: Sql,
  page: {
    readonly objectId: string;
    readonly version: number;
    readonly after: number;
    readonly most: number;
  },
): Promise<ProducerFile[]> {
  return tx.$queryRaw<ProducerFile[]>`
    SELECT ordinal, path, size, sha256, media_type AS "mediaType"
    FROM object_file
    WHERE version_id = (SELECT id FROM object_version WHERE object_id = ${page.objectId} AND version = ${page.version})
      AND ordinal > ${page.after} AND path LIKE 'producer/%'
    ORDER BY ordinal LIMIT ${page.most}`;
}
