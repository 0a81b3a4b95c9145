import type { Moment, Sentence } from "./contracts/sentence.ts";
import { tell } from "./sentence.ts";

/** Units of time as they are written, from the largest. */
export const TIME_UNITS = [
  { ms: 86_400_000, word: "d" },
  { ms: 3_600_000, word: "h" },
  { ms: 60_000, word: "min" },
  { ms: 1_000, word: "s" },
] as const;

/** A moment told as `2026-01-31 14:32 UTC`. */
export function minute(at: Date): Moment {
  const iso = at.toISOString();
  return { at: iso, text: `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` };
}

/** A moment told as `14:32:05 UTC`, with its date when that is not today's (in UTC). */
export function clock(at: Date, now: Date): Moment {
  const iso = at.toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  return { at: iso, text: day === now.toISOString().slice(0, 10) ? `${time} UTC` : `${day} ${time} UTC` };
}

/** `since 14:32:05 UTC`. */
export function since(at: Date, now: Date): Sentence {
  return tell`since ${clock(at, now)}`;
}

/** A span in its largest unit that fits it whole: 5 min, 90 s, 0.3 s. */
export function span(ms: number): string {
  const unit = TIME_UNITS.find((each) => ms >= each.ms && ms % each.ms === 0);
  return unit ? `${ms / unit.ms} ${unit.word}` : `${Number((ms / 1000).toFixed(1))} s`;
}
