import { CronExpressionParser } from "cron-parser";

/**
 * The first time after `after` that a cron expression names in a time zone; the hour that a change of clocks repeats or skips
 * is cron-parser's to decide.
 * @throws Error when the expression or the zone is wrong
 */
export function timeAfter(
  { cron, timeZone }: { readonly cron: string; readonly timeZone: string },
  after: Date,
): Date {
  return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone }).next().toDate();
}

/** The times named after `after` and not after `until`, the latest `most` of them, in order, and the one that follows. */
export function timesBetween(
  schedule: { readonly cron: string; readonly timeZone: string },
  { after, until, most }: { readonly after: Date; readonly until: Date; readonly most: number },
): { readonly due: readonly Date[]; readonly next: Date } {
  const due: Date[] = [];
  let next = timeAfter(schedule, after);
  while (next <= until) {
    due.push(next);
    if (due.length > most) due.shift();
    next = timeAfter(schedule, next);
  }
  return { due, next };
}
