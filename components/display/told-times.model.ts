import { clockTime, exact } from "./time.model.ts";

/** As core/sentence.ts and core/lane/why-words.ts write times: with the day, or without when it is the day of the sentence. */
const TIME = /(?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d(?::\d\d)?) UTC/;

/** A piece of a sentence: words, or a moment in it. */
export type Piece = { readonly words: string; readonly atMs?: number };

/** A sentence in its pieces. `nowMs`: about when it was made. */
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

/** A moment as a sentence tells it: "14:32", with its day when that is another one than now's: "27 Nov 2026, 14:32". */
export function toldIn(atMs: number, nowMs: number, zone: string): string {
  const [day, time] = [dayOf(atMs, zone), clockTime(atMs, zone)];
  return day === dayOf(nowMs, zone) ? time : `${day}, ${time}`;
}

function dayOf(atMs: number, zone: string): string {
  return exact(atMs, zone).split(",")[0] ?? "";
}
