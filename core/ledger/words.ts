import { CONTROLS, eachOf, FORMATS, HALVES } from "../signs.ts";

const LONGEST_WORDS = 1_000;

const UNSEEMLY = eachOf(CONTROLS, FORMATS, HALVES);
const HIDDEN = "***";
const SHORTEST_SECRET = 4;

/**
 * A ledger's message in a form that may be stored and shown: verbatim, but without control and formatting characters,
 * with spaces for line ends, at most 1,000 characters. `secrets`: values to hide if the ledger repeats them.
 */
export function keptWords(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((words, secret) => words.replaceAll(secret, HIDDEN), text);
  const plain = hidden
    .replace(/[\r\n\t\u2028\u2029]+/g, " ")
    .replace(UNSEEMLY, "")
    .trim();
  const characters = [...plain.slice(0, LONGEST_WORDS * 2 + 2)];
  return characters.length > LONGEST_WORDS ? `${characters.slice(0, LONGEST_WORDS - 1).join("")}…` : plain;
}
