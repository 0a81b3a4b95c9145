/**
 * Whether a lane's batches go one at a time, each after the one before it has ended, or several at once, up to the
 * lane's width. The database's enum has the same values (prisma/parity.ts). Source: docs/reference/lanes.md.
 */
export const LANE_ORDERINGS = ["serial", "unordered"] as const;
export type LaneOrdering = (typeof LANE_ORDERINGS)[number];

/**
 * How a lane is made that a collection gets of its own: an object's own versions are in order in any lane, but for deposits
 * that were held and names that are known only from their files (docs/reference/states.md, "Order on one object"), so there is
 * no need for a small deposit to wait behind a large one.
 */
export const OWN_LANE = {
  unordered: { ordering: "unordered", width: 4 },
  serial: { ordering: "serial", width: 1 },
} as const satisfies Record<LaneOrdering, { readonly ordering: LaneOrdering; readonly width: number }>;
