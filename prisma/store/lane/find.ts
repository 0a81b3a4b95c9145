import type { Sql } from "../../sql.ts";

/** A lane as an act on it needs it. */
export type LaneRecord = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: "repository" | "sawtooth" | "scabbard";
  readonly heldAt: Date | null;
  readonly haltedAt: Date | null;
  readonly haltedReason: string | null;
  readonly collectionIds: readonly string[];
};

/** A lane by its service_id, locked until the transaction ends: whoever hands a batch over locks it too. */
export async function lockLane(tx: Sql, serviceId: string): Promise<LaneRecord | undefined> {
  const [row] = await tx.$queryRaw<LaneRecord[]>`
    SELECT id, service_id AS "serviceId", backend, held_at AS "heldAt", halted_at AS "haltedAt",
      halted_reason AS "haltedReason",
      ARRAY(SELECT collection.id FROM collection WHERE collection.lane_id = lane.id) AS "collectionIds"
    FROM lane WHERE service_id = ${serviceId} FOR UPDATE`;
  return row;
}
