import type { LaneBackend } from "../../../core/lane/backends.ts";
import type { LaneOrdering } from "../../../core/lane/orderings.ts";
import type { Tx } from "../../client.ts";
import type { Sql } from "../../sql.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { IN_FLIGHT, REVISION } from "./rule.ts";

export type NewLane = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly width: number;
  readonly ledger: string | null;
  readonly settings: Readonly<Record<string, string | number>>;
};

/** Creates a lane. False: its service_id is taken, and the transaction cannot continue. */
export async function insertLane(tx: Tx, lane: NewLane): Promise<boolean> {
  try {
    await tx.lane.create({ data: lane, select: { id: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** A lane, with what actions on it need. */
export type LaneRecord = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly heldAt: Date | null;
  readonly haltedAt: Date | null;
  readonly haltedReason: string | null;
  readonly collectionIds: readonly string[];
};

/** A lane by its service_id, locked until the transaction ends; handing over a batch locks it too. */
export async function lockLane(tx: Sql, serviceId: string): Promise<LaneRecord | undefined> {
  const [row] = await tx.$queryRaw<LaneRecord[]>`
    SELECT id, service_id AS "serviceId", backend, held_at AS "heldAt", halted_at AS "haltedAt",
      halted_reason AS "haltedReason",
      ARRAY(SELECT collection.id FROM collection WHERE collection.lane_id = lane.id) AS "collectionIds"
    FROM lane WHERE service_id = ${serviceId} FOR UPDATE`;
  return row;
}

export type LedgerTargetRow = {
  readonly laneId: string;
  readonly backend: LaneBackend;
  readonly collectionId: string;
  readonly profileVersionId: string;
};

/** A lane by its service_id, with its collection and that collection's newest profile version. */
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

/** The parts of a lane that can be changed. `settings`: the lane's own. */
export type LaneSetUp = {
  readonly ordering: LaneOrdering;
  readonly width: number;
  readonly settings: Readonly<Record<string, string | number>>;
};

/** The present set-up of a locked lane. `open`: batches in flight, counted up to two. */
export async function getLaneSetUp(
  tx: Sql,
  laneId: string,
): Promise<LaneSetUp & { readonly ledger: string | null; readonly revision: string; readonly open: number }> {
  const [row] = await tx.$queryRaw<(LaneSetUp & { ledger: string | null; revision: string; open: number })[]>`
    SELECT ordering, width, settings, ledger, ${REVISION} AS revision,
      (SELECT count(*)::int FROM (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${IN_FLIGHT} LIMIT 2) AS locking) AS open
    FROM lane WHERE id = ${laneId}`;
  if (!row) throw new Error(`Lane ${laneId} is gone.`);
  return row;
}

/** Saves a lane's set-up. */
export async function updateLane(tx: Tx, laneId: string, setUp: LaneSetUp): Promise<void> {
  await tx.lane.update({ where: { id: laneId }, data: setUp, select: { id: true } });
}

/** Halts a lane with a reason, or resumes it (null). @returns false when nothing changes */
export async function setLaneHalt(tx: Sql, laneId: string, reason: string | null): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE lane SET halted_at = CASE WHEN ${reason !== null} THEN clock_timestamp() END, halted_reason = ${reason}
    WHERE id = ${laneId} AND (halted_at IS NULL) = ${reason !== null}`;
  return changed > 0;
}
