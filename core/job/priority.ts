/** Lowest and highest priority number; lower goes first. */
export const PRIORITY = { first: 0, last: 99 } as const;

/** The nearest number a job may have. Source: docs/reference/states.md, "Priority". */
export function clampPriority(wanted: number): number {
  return Math.min(PRIORITY.last, Math.max(PRIORITY.first, Math.floor(wanted)));
}

/**
 * The priority of the jobs of a batch of `jobCount`: small batches overtake large ones; 1 job gives 5, and 12,089 or
 * more give 99. A profile's own number takes precedence. Source: docs/reference/states.md, "Priority".
 */
export function priorityOf(jobCount: number, profilePriority: number | null): number {
  return clampPriority(profilePriority ?? 10 * Math.log(Math.max(1, jobCount)) + 5);
}
