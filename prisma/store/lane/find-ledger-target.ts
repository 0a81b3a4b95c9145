import type { Sql } from "../../sql.ts";

export type LedgerTargetRow = {
  readonly laneId: string;
  readonly backend: "repository" | "sawtooth" | "scabbard";
  readonly collectionId: string;
  readonly profileVersionId: string;
};

/** A lane by its service_id, with the collection its batches belong to and that one's newest profile version. */
export async function findLedgerTarget(tx: Sql, serviceId: string): Promise<LedgerTargetRow | undefined> {
  const [row] = await tx.$queryRaw<LedgerTargetRow[]>`
    SELECT lane.id AS "laneId", lane.backend, collection.id AS "collectionId", profile.id AS "profileVersionId"
    FROM lane
    JOIN collection ON collection.lane_id = lane.id
    CROSS JOIN LATERAL (
      SELECT id FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1
    ) AS profile
    WHERE lane.service_id = ${serviceId}
    ORDER BY collection.created_at, collection.id LIMIT 1`;
  return row;
}
