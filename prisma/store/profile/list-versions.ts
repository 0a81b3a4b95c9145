import type { Sql } from "../../sql.ts";

/** A version of a profile as its history lists it. `batches`: accepted under it. */
export type ProfileVersionLine = {
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly batches: number;
};

/** The newest versions of a collection's profile, newest first. */
export async function listProfileVersions(
  tx: Sql,
  collectionId: string,
  most: number,
): Promise<ProfileVersionLine[]> {
  return tx.$queryRaw<ProfileVersionLine[]>`
    SELECT version, created_at AS "createdAt", created_by AS "createdBy",
      (SELECT count(*)::int FROM batch WHERE batch.collection_id = profile.collection_id AND batch.profile_version_id = profile.id)
        AS batches
    FROM profile_version AS profile
    WHERE collection_id = ${collectionId}
    ORDER BY version DESC
    LIMIT ${most}`;
}
