import { CONTROLS, eachOf, FORMATS, HALVES } from "../signs.ts";

const LONGEST_WORDS = 1_000;

const UNSEEMLY = eachOf(CONTROLS, FORMATS, HALVES);
const HIDDEN = "***";
const SHORTEST_SECRET = 4;

/**
 * What a ledger says, as it may be kept and shown: verbatim, control and formatting characters removed, line ends as
 * spaces, at most 1,000 characters. `secrets`: values that are hidden should the ledger repeat them.
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
