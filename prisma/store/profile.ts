import type { ProfileSettings } from "../../core/contracts/profile.ts";
import type { Sql } from "../sql.ts";

/** A collection with the newest version of its profile. `settings`: core/contracts/profile.ts, not yet checked. */
export type NewestProfile = {
  readonly collectionId: string;
  readonly slug: string;
  readonly name: string;
  readonly lane: string;
  readonly version: number;
  readonly settings: unknown;
  readonly callbackSealed: string | null;
};

/** By the collection's slug; undefined when there is none. */
export async function findNewestProfile(tx: Sql, slug: string): Promise<NewestProfile | undefined> {
  const [row] = await tx.$queryRaw<NewestProfile[]>`
    SELECT collection.id AS "collectionId", collection.slug, collection.name, lane.service_id AS lane,
      profile.version, profile.settings, profile.callback_sealed AS "callbackSealed"
    FROM collection JOIN lane ON lane.id = collection.lane_id
    CROSS JOIN LATERAL (
      SELECT version, settings, callback_sealed FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1
    ) AS profile
    WHERE collection.slug = ${slug}`;
  return row;
}

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

export type NewProfileVersion = {
  readonly id: string;
  readonly collectionId: string;
  readonly version: number;
  /** Without the callback's credentials, which are in `callbackSealed`. */
  readonly settings: ProfileSettings;
  readonly callbackSealed: string | null;
  readonly createdBy: string;
};

/**
 * Adds a version of a profile. False: this version exists already, because somebody else was faster; nothing was
 * written.
 */
export async function insertProfileVersion(tx: Sql, version: NewProfileVersion): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO profile_version (id, collection_id, version, settings, callback_sealed, created_by)
    VALUES (${version.id}, ${version.collectionId}, ${version.version}, ${JSON.stringify(version.settings)}::jsonb,
      ${version.callbackSealed}, ${version.createdBy})
    ON CONFLICT (collection_id, version) DO NOTHING`;
  return written === 1;
}
