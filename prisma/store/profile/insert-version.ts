import type { ProfileSettings } from "../../../core/contracts/profile.ts";
import type { Sql } from "../../sql.ts";

export type NewProfileVersion = {
  readonly id: string;
  readonly collectionId: string;
  readonly version: number;
  /** Without the callback's credentials, which are in `callbackSealed`. */
  readonly settings: ProfileSettings;
  readonly callbackSealed: string | null;
  readonly createdBy: string;
};

/** Writes a version of a profile. False: this version exists, since somebody else was faster; nothing was written. */
export async function insertProfileVersion(tx: Sql, version: NewProfileVersion): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO profile_version (id, collection_id, version, settings, callback_sealed, created_by)
    VALUES (${version.id}, ${version.collectionId}, ${version.version}, ${JSON.stringify(version.settings)}::jsonb,
      ${version.callbackSealed}, ${version.createdBy})
    ON CONFLICT (collection_id, version) DO NOTHING`;
  return written === 1;
}
