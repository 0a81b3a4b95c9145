import { TIME_UNITS } from "../../core/time-words.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** A span in its two largest units: "2 d 3 h", "1 min 20 s", "0.4 s", "under 0.1 s". */
export function duration(spanMs: number): string {
  const whole = Math.max(0, spanMs);
  if (whole < SECOND_MS / 10) return "under 0.1 s";
  if (whole < 10 * SECOND_MS) return `${(whole / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(whole / SECOND_MS) * SECOND_MS;
  const at = TIME_UNITS.findIndex((unit) => seconds >= unit.ms);
  const large = TIME_UNITS[at];
  const small = TIME_UNITS[at + 1];
  if (!large) return "0 s";
  const rest = small ? Math.floor((seconds % large.ms) / small.ms) : 0;
  const first = `${Math.floor(seconds / large.ms)} ${large.word}`;
  return small && rest > 0 ? `${first} ${rest} ${small.word}` : first;
}

/** A time as people say it: "just now", "4 min ago", "in 2 h", "3 d ago"; older than 30 days as a date. */
export function relative(atMs: number, nowMs: number, timeZone: string): string {
  const span = Math.abs(nowMs - atMs);
  if (span < 10 * SECOND_MS) return "just now";
  if (span >= 30 * DAY_MS) return day(atMs, timeZone);
  const unit = TIME_UNITS.find((candidate) => span >= candidate.ms) ?? TIME_UNITS[3];
  const words = `${Math.floor(span / unit.ms)} ${unit.word}`;
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}

function day(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone,
  }).format(atMs);
}

/** The exact time with its offset: "27 Nov 2026, 14:32:07 UTC+05:45". */
export function exact(atMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
    timeZone,
  });
  return format
    .format(atMs)
    .replace(/GMT(?:[+-]00:00)?$/, "UTC")
    .replace("GMT", "UTC");
}

/** Hours and minutes: "14:32". */
export function clockTime(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(atMs);
}

/** A time zone's offset at a moment: "UTC+05:45". */
export function zoneName(atMs: number, timeZone: string): string {
  return exact(atMs, timeZone).split(" ").at(-1) ?? "UTC";
}

/** A moment as a sentence tells it: "14:32", with its day when that is another one than now's: "27 Nov 2026, 14:32". */
export function toldIn(atMs: number, nowMs: number, timeZone: string): string {
  const [date, time] = [day(atMs, timeZone), clockTime(atMs, timeZone)];
  return date === day(nowMs, timeZone) ? time : `${date}, ${time}`;
}
