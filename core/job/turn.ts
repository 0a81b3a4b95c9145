/**
 * When a job's turn comes among all that wait: the time it began to wait, plus these amounts for each point of its
 * priority number and for each earlier job of its batch. A small batch overtakes a large one, but not one that has
 * waited a quarter of an hour longer. Batches of several lanes take turns job by job, the longest-waiting first.
 * However many small batches come, a large one still progresses by four jobs a second. Source:
 * docs/reference/states.md, "Priority".
 */
export const TURN = { pointMs: 10_000, jobMs: 250 } as const;

/**
 * How much later (or, if negative, sooner) a job's turn comes after its priority number changes, regardless of when it
 * began to wait.
 */
export function turnShiftMs(from: number, to: number): number {
  return (to - from) * TURN.pointMs;
}
