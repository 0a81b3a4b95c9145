import type { Sql } from "../../sql.ts";

export type DepositTargetRow = {
  readonly collectionId: string;
  readonly laneId: string;
  readonly backend: "repository" | "sawtooth" | "scabbard";
  readonly profileVersionId: string;
  readonly settings: unknown;
};

/** A collection by its slug, with its lane and newest profile version. */
export async function findDepositTarget(tx: Sql, slug: string): Promise<DepositTargetRow | undefined> {
  const [row] = await tx.$queryRaw<DepositTargetRow[]>`
    SELECT collection.id AS "collectionId", collection.lane_id AS "laneId", lane.backend, profile.id AS "profileVersionId", profile.settings
    FROM collection JOIN lane ON lane.id = collection.lane_id
    CROSS JOIN LATERAL (
      SELECT id, settings FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1
    ) AS profile
    WHERE collection.slug = ${slug}`;
  return row;
}
