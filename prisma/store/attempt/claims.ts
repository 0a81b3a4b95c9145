import { Prisma } from "../../generated/client.ts";
import { GOING } from "../lane/rule.ts";
import { CLAIM_LIVES, type NewAttempt } from "./begin.ts";

/** The most lanes of one statement; larger groups are slower (by 64 about 4,600 batches/s, by 400 3,200). */
export const MOST_LANES = 64;

/** What happens to a lane of which others have locked rows: it is waited for, or left out. */
export type Locked = "waits" | "leaves_out";

export function skipping(locked: Locked): Prisma.Sql {
  return locked === "leaves_out" ? Prisma.sql`SKIP LOCKED` : Prisma.empty;
}

/** In the order in which all statements lock lanes. */
export function inOrder<Lane extends { readonly laneId: string }>(lanes: readonly Lane[]): readonly Lane[] {
  return lanes.toSorted((one, other) => (one.laneId < other.laneId ? -1 : 1));
}

/** A lane of a statement, its claim, and in it the batch and the attempt the statement is about, if any. */
export type Asked = Pick<NewAttempt, "laneId" | "fence"> & {
  readonly batchId: string | null;
  readonly attemptId: bigint | null;
};

/**
 * The lanes that have the given claims, locked in the order of their ids. `may_begin`: the lane is not stopped, and its
 * claim has not finally expired. The LIMIT takes nothing away: with it a plan for any number of lanes expects one, and
 * finds every row by its key, as is right for 64.
 */
export function claims(all: readonly Asked[], locked: Locked): Prisma.Sql {
  const asked = inOrder(all);
  return Prisma.sql`
    SELECT lane.*, asked.batch_id, asked.attempt_id
    FROM (
      SELECT * FROM unnest(${asked.map(({ laneId }) => laneId)}::text[], ${asked.map(({ fence }) => fence)}::bigint[],
        ${asked.map(({ batchId }) => batchId)}::text[], ${asked.map(({ attemptId }) => attemptId)}::bigint[])
      LIMIT ${asked.length}
    ) AS asked (lane_id, fence, batch_id, attempt_id)
    CROSS JOIN LATERAL (
      SELECT lane.id, lane.fence, backend, ordering, width, settings, ${GOING} AND ${CLAIM_LIVES} AS may_begin
      FROM lane WHERE lane.id = asked.lane_id AND lane.fence = asked.fence AND lease_owner IS NOT NULL
      FOR UPDATE ${skipping(locked)}
    ) AS lane`;
}

/** The batches that lanes in the CTE `claim` are about, locked, as far as `condition` holds for them; with their attempts. */
export function standing(condition: Prisma.Sql, locked: Locked): Prisma.Sql {
  return Prisma.sql`
    SELECT batch.id, claim.attempt_id FROM claim CROSS JOIN LATERAL (
      SELECT id FROM batch
      WHERE batch.id = claim.batch_id AND batch.lane_id = claim.id AND ${condition}
      FOR UPDATE ${skipping(locked)}
    ) AS batch`;
}
