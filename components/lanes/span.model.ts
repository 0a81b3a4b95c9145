import { count } from "../../core/sentence.ts";
import { TIME_UNITS } from "../../core/time-words.ts";

const UNITS = [...TIME_UNITS, { ms: 1, word: "ms" }] as const;

/** A week: what the API takes at most. */
const LONGEST_MS = 604_800_000;

/** A span as one writes it, exactly, in its largest unit that fits it whole: "15 s", "250 ms", "90 s". */
export function writeSpan(ms: number): string {
  const unit = UNITS.find((each) => ms >= each.ms && ms % each.ms === 0) ?? { ms: 1, word: "ms" };
  return `${count(ms / unit.ms)} ${unit.word}`;
}

/** A span that somebody wrote, in milliseconds; text tells what is wrong with it. */
export function readSpan(text: string): number | string {
  const [, number = "", unit = ""] = /^([\d.,]+)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const size = UNITS.find(({ word }) => word === unit.toLowerCase())?.ms;
  if (size === undefined) return "A number and its unit, as in 250 ms, 15 s, 5 min or 2 h.";
  const ms = Math.round(Number(number.replaceAll(",", "")) * size * 1_000) / 1_000;
  if (!Number.isInteger(ms)) return "In whole milliseconds, as in 250 ms or 0.25 s.";
  if (ms < 1) return "At least 1 ms.";
  return ms <= LONGEST_MS ? ms : "At most a week.";
}
