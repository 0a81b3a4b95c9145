/**
 * Whether a lane's batches go one at a time, each when the one before it has ended, or up to the lane's width beside each
 * other. The database's enum has the same words (prisma/parity.ts). Source: docs/reference/lanes.md.
 */
export const LANE_ORDERINGS = ["serial", "unordered"] as const;
export type LaneOrdering = (typeof LANE_ORDERINGS)[number];
