import { type CronExpression, CronExpressionParser } from "cron-parser";

/** When something is done again and again. `cron`: five fields, or six with seconds first; `timeZone`: an IANA name. */
type Times = { readonly cron: string; readonly timeZone: string };

/**
 * The first time after `after` that a cron expression names in a time zone; the hour that a change of clocks repeats or skips
 * is cron-parser's to decide.
 * @throws Error when the expression or the zone is wrong
 */
export function timeAfter(times: Times, after: Date): Date {
  return from(times, after).next().toDate();
}

const FIRST_LOOK_MS = 1_000;
const FARTHER = 4;
/** Longer than any change of clocks. */
const CHANGE_MS = 3 * 3_600_000;

/**
 * The times named after `after` and not after `until`, the latest `most` of them, in order, and the one that follows. Looks
 * back from `until`, farther each time, until there are enough: a second's schedule that nobody has looked at for a day
 * has 86,400 of them. Never by cron-parser's `prev`, which takes other times than `next` where clocks change.
 */
export function timesBetween(
  times: Times,
  { after, until, most }: { readonly after: Date; readonly until: Date; readonly most: number },
): { readonly due: readonly Date[]; readonly next: Date } {
  for (let lookMs = FIRST_LOOK_MS * most; ; lookMs *= FARTHER) {
    const begin = beginOfLook(times.timeZone, until.getTime() - lookMs);
    const isWhole = begin <= after.getTime();
    const found = timesFrom(from(times, isWhole ? after : new Date(begin)), until);
    if (isWhole || found.due.length >= most) return { ...found, due: found.due.slice(-most) };
  }
}

function from({ cron, timeZone }: Times, after: Date): CronExpression {
  return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone });
}

function timesFrom(expression: CronExpression, until: Date): { readonly due: Date[]; readonly next: Date } {
  const due: Date[] = [];
  for (;;) {
    const next = expression.next().toDate();
    if (next > until) return { due, next };
    due.push(next);
  }
}

/** Not shortly after a change of clocks, where what comes next depends on whether the time before the change was seen. */
function beginOfLook(timeZone: string, at: number): number {
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset", hour: "numeric" });
  const nameOf = (time: number) =>
    offset.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value;
  return nameOf(at) === nameOf(at - CHANGE_MS) ? at : at - CHANGE_MS;
}
