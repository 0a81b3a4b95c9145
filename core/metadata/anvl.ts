import { CONTROLS_BUT_TAB, eachOf, HALVES, oneOf, SEPARATORS } from "../signs.ts";

/** What stands for a value nobody gave. Source: EZID API guide, "Metadata requirements and mapping". */
const UNASSIGNED = "(:unas)";

/** A key and its value; a missing or blank value becomes `(:unas)`. */
export type AnvlPair = readonly [key: string, value: string | undefined];

/** Characters some reader takes for the end of a line, and other control characters but the tab. */
const BREAKING = eachOf(CONTROLS_BUT_TAB, SEPARATORS, HALVES);
const HALF = oneOf(HALVES);

/**
 * Lines `key:` separator value. No value can add a line or a key: whatever breaks a line is percent-encoded in UTF-8. A
 * percent sign is encoded only where two hexadecimal digits follow, so decoding gives the value back and "100 % wool"
 * stays readable for programs that decode nothing. Source: ANVL (draft-kunze-anvl), EZID API guide, "Request and response bodies".
 */
export function anvl(pairs: readonly AnvlPair[], separator: "\t" | " "): string {
  return pairs.map(([key, value]) => `${key}:${separator}${known(value)}\n`).join("");
}

/** A value as it is written on one line; `(:unas)` when there is none. */
export function known(value: string | undefined): string {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? UNASSIGNED : oneLine(trimmed);
}

function oneLine(value: string): string {
  return value.replace(/%(?=[0-9A-Fa-f]{2})/g, "%25").replace(BREAKING, percentEncoded);
}

/** In UTF-8; a surrogate without its other half has no UTF-8 form and becomes the replacement character. */
function percentEncoded(character: string): string {
  return HALF.test(character) ? "\ufffd" : encodeURIComponent(character);
}
