/** Workers that may die over a batch while its jobs are made, before it stands still. */
export const MOST_KILLS = 3;

/** Why a batch stands still, as a person reads it. */
export function whyStandsStill(kills: number): string {
  return `${kills} workers have died while its jobs were being made. An operator looks at the worker's log and at the payload, then resumes it or gives up the rest.`;
}

/** What is told of a batch whose remaining jobs are not made any more. `made`: its jobs. */
export function whyGivenUp(by: string, reason: string, made: number): string {
  const jobs = `${made.toLocaleString("en-US")} ${made === 1 ? "job was" : "jobs were"} made before.`;
  return `Workers died while its jobs were being made, and ${by} gave up the rest: ${reason} ${jobs}`;
}
