const DAY_MS = 86_400_000;
const LONGEST_DAYS = 366;

/** What is wrong with the time a hold is to end; undefined: nothing. `now`: the database's clock. */
export function untilProblem(until: Date, now: Date): string | undefined {
  const leftMs = until.getTime() - now.getTime();
  if (leftMs <= 0) return "A hold has to end in the future.";
  if (leftMs > LONGEST_DAYS * DAY_MS)
    return "A hold ends within a year, or not by itself: leave its end out.";
  return undefined;
}
