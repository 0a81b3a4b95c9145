const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;

/** `14:32:05 UTC`, with its date when that is not today's (in UTC). */
export function clock(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 19)];
  return day === now.toISOString().slice(0, 10) ? `${time} UTC` : `${day} ${time} UTC`;
}

export function since(at: Date, now: Date): string {
  return `since ${clock(at, now)}`;
}

/** A span in its largest unit that fits it whole: 5 min, 90 s, 0.3 s. */
export function span(ms: number): string {
  const unit = UNITS.find(([size]) => ms >= size && ms % size === 0);
  return unit ? `${ms / unit[0]} ${unit[1]}` : `${Number((ms / 1000).toFixed(1))} s`;
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}
