/**
 * When a job's turn comes among all that wait: when it began to wait, later by this much for each point of its priority
 * number and for each job of its batch before it. A small batch overtakes a large one, but none that has waited a quarter
 * of an hour longer; batches of several lanes take turns job by job, the one that has waited longest first; and however
 * many small ones come, a large one goes on with four jobs a second. Source: docs/reference/states.md, "Priority".
 */
export const TURN = { pointMs: 10_000, jobMs: 250 } as const;

/** How much later (or, negative, sooner) a job's turn comes once its priority number is another one, whenever it began to wait. */
export function turnShiftMs(from: number, to: number): number {
  return (to - from) * TURN.pointMs;
}
