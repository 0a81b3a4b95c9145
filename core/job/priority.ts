/** Lowest and highest priority number; lower goes first. */
const PRIORITY = { first: 0, last: 99 } as const;

/**
 * The priority of the jobs of a batch of `jobCount`: small batches overtake large ones, 1 job gives 5, 12,089 and more
 * give 99. A profile's own number wins. Source: docs/reference/states.md, "Priority".
 */
export function priorityOf(jobCount: number, profilePriority: number | null): number {
  const number = profilePriority ?? Math.floor(10 * Math.log(Math.max(1, jobCount)) + 5);
  return Math.min(PRIORITY.last, Math.max(PRIORITY.first, number));
}
