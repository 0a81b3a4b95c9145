import type { Sql } from "../../sql.ts";

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
