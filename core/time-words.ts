/** Units of time as they are written, from the largest. */
export const TIME_UNITS = [
  { ms: 86_400_000, word: "d" },
  { ms: 3_600_000, word: "h" },
  { ms: 60_000, word: "min" },
  { ms: 1_000, word: "s" },
] as const;

/** `2026-01-31 14:32 UTC`. */
export function minute(at: Date): string {
  const iso = at.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** `14:32:05 UTC`, with its date when that is not today's (in UTC). */
export function clock(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 19)];
  return day === now.toISOString().slice(0, 10) ? `${time} UTC` : `${day} ${time} UTC`;
}

/** `since 14:32:05 UTC`. */
export function since(at: Date, now: Date): string {
  return `since ${clock(at, now)}`;
}

/** A time as `minute` and `clock` write it. */
const TIME = /(?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d(?::\d\d)?) UTC/;

/** A piece of a sentence: words, or a moment in it. */
export type Piece = { readonly words: string; readonly atMs?: number };

/**
 * A sentence with times of `minute` and `clock` in its pieces, for a reader in another time zone. `nowMs`: about when it
 * was made.
 */
export function piecesOf(sentence: string, nowMs: number): readonly Piece[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const pieces: Piece[] = [];
  let rest = sentence;
  for (let found = TIME.exec(rest); found; found = TIME.exec(rest)) {
    const [words, day = today, time = ""] = found;
    const atMs = Date.parse(`${day}T${time}Z`);
    pieces.push({ words: rest.slice(0, found.index) }, Number.isNaN(atMs) ? { words } : { words, atMs });
    rest = rest.slice(found.index + words.length);
  }
  return [...pieces, { words: rest }].filter(({ words }) => words !== "");
}

/** A span in its largest unit that fits it whole: 5 min, 90 s, 0.3 s. */
export function span(ms: number): string {
  const unit = TIME_UNITS.find((each) => ms >= each.ms && ms % each.ms === 0);
  return unit ? `${ms / unit.ms} ${unit.word}` : `${Number((ms / 1000).toFixed(1))} s`;
}
