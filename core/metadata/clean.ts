import { CONTROLS, HALVES, runsOf, WHITE_SPACE } from "../signs.ts";

/** Most characters of one value read from a metadata file. Source: docs/reference/metadata.md, "Values". */
const VALUE_CHARACTERS = 3_500;

const BLANK = runsOf(CONTROLS, HALVES, WHITE_SPACE);

/** A value as it is kept: on one line, without control characters, cut at 3,500 characters. */
export function clean(text: string): string {
  const line = text.replace(BLANK, " ").trim();
  if (line.length <= VALUE_CHARACTERS) return line;
  // never between the two halves of one character
  return line
    .slice(0, VALUE_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

/** Is this a value, and not Merritt's word for one that nobody assigned? */
export function isGiven(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && !["", "(:unas)"].includes(value.trim());
}

/** Several values as one, parted by semicolons; undefined when there is none. */
export function joined(values: readonly string[]): string | undefined {
  const given = values.map(clean).filter(isGiven);
  return given.length === 0 ? undefined : clean(given.join("; "));
}
