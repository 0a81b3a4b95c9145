import { CONTROLS, eachOf, HALVES, SEPARATORS, TURNS } from "../signs.ts";
import { maskUrl } from "./mask-url.ts";

const MAX_CHARACTERS = 200;

/** Characters that could garble or fake a line of text: controls, line separators, bidi controls, lone surrogates. */
const UNSAFE = eachOf(CONTROLS, HALVES, TURNS, SEPARATORS);

const USER_INFO = /\/\/[^/?#|]*@/g;
const WORD = /[^\s|"'<>]+/g;

/**
 * Text from a manifest in a form a message may repeat: credentials in addresses masked, control and bidi characters
 * replaced, at most 200 characters.
 */
export function showText(text: string): string {
  const safe = maskAddresses(text).replace(UNSAFE, "\ufffd");
  if (safe.length <= MAX_CHARACTERS) return safe;
  return `${safe.slice(0, MAX_CHARACTERS).replace(/\p{Cs}$/u, "")}…`;
}

function maskAddresses(text: string): string {
  if (!text.includes("//")) return text;
  return text
    .replace(USER_INFO, "//***@")
    .replace(WORD, (word) => (word.includes("//") ? maskUrl(word) : word));
}
