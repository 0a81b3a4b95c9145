/**
 * Whether a lane's batches go one at a time, each after the one before it has ended, or several at once, up to the
 * lane's width. The database's enum has the same values (prisma/parity.ts). Source: docs/reference/lanes.md.
 */
export const LANE_ORDERINGS = ["serial", "unordered"] as const;
export type LaneOrdering = (typeof LANE_ORDERINGS)[number];
