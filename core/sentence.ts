import type { Moment, Piece, Sentence } from "./contracts/sentence.ts";

/** Text or sentences that a longer one is made of. */
export type Words = string | Sentence;

/** Makes a sentence of words, numbers, moments and other sentences: tell`Held since ${minute(at)}.` */
export function tell(words: readonly string[], ...between: readonly (Words | Moment | number)[]): Sentence {
  const pieces: Piece[] = [];
  for (const piece of words.flatMap((word, place) => [word, between[place] ?? ""]).flat()) {
    const last = pieces.at(-1);
    if (piece === "") continue;
    if (typeof piece === "object") pieces.push(piece);
    else if (typeof last === "string") pieces[pieces.length - 1] = `${last}${piece}`;
    else pieces.push(String(piece));
  }
  return pieces;
}

/** Sentences one after the other; empty ones are left out. */
export function inARow(...sentences: readonly Words[]): Sentence {
  const [first = "", ...rest] = sentences.filter((sentence) => sentence.length > 0);
  return rest.reduce<Sentence>((before, next) => tell`${before} ${next}`, tell`${first}`);
}

/** A sentence as text, its times in UTC: for logs, mail, and programs. */
export function textOf(sentence: Sentence): string {
  return sentence.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
}

/** A sentence with its full stop. */
export function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A number with its thousands apart: `1,204`. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}
