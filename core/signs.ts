/**
 * The characters that are refused, left out or written otherwise somewhere, as insides of a character class; `oneOf`,
 * `eachOf` and `runsOf` make an expression of one or several. What an expression takes is the choice of who uses it, what a group has
 * stands here alone. Source: Unicode, general categories.
 */

/** C0, DEL and C1. */
export const CONTROLS = "\\p{Cc}";

/** Controls but the tab. */
export const CONTROLS_BUT_TAB = "\\0-\\x08\\x0a-\\x1f\\x7f-\\x9f";

/** Controls but the tab and the line ends LF and CR. */
export const CONTROLS_OF_NO_TEXT = "\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f";

/** Surrogates without their other half, which UTF-8 has no form for. */
export const HALVES = "\\p{Cs}";

/** What stands for bytes that were no text in the encoding it was read by. */
export const DAMAGE = "\\ufffd";

/** Two code points that are no characters, which XML cannot hold. Source: XML 1.0 (fifth edition) section 2.2. */
export const NO_CHARACTERS = "\\ufffe\\uffff";

/** White space of any kind, line ends and separators too. */
export const WHITE_SPACE = "\\s";

/** Line and paragraph separator: some programs take them for the end of a line. */
export const SEPARATORS = "\\u2028\\u2029";

/** What turns the direction of the text around it, so that it may not read as it is. Source: UAX #9, "Directional Formatting Characters". */
export const TURNS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";

/** What has a form of no kind: marks of format (of direction, joiners, zero-width), unassigned and private characters. */
export const UNSHOWN = "\\p{Cf}\\p{Co}\\p{Cn}";

/** Marks of format alone. */
export const FORMATS = "\\p{Cf}";

/** What a text of the database cannot hold: NUL and halves. Source: PostgreSQL, "Character Types" and "JSON Types". */
export const UNKEPT = `\\0${HALVES}`;

/** Each character of any of these groups, to be replaced. */
export function eachOf(...groups: readonly string[]): RegExp {
  return new RegExp(`[${groups.join("")}]`, "gu");
}

/** Each run of characters of any of these groups, to be replaced. */
export function runsOf(...groups: readonly string[]): RegExp {
  return new RegExp(`[${groups.join("")}]+`, "gu");
}

/** A character of any of these groups, to be tested for. */
export function oneOf(...groups: readonly string[]): RegExp {
  return new RegExp(`[${groups.join("")}]`, "u");
}

export type Range = readonly [first: number, last: number];

/**
 * Characters that leave no mark of their own: soft hyphen, joiners, zero-width spaces, marks of direction and the like.
 * Source: Unicode, Default_Ignorable_Code_Point, less what changes how its neighbour looks (variation selectors, tags).
 */
export const UNSEEN: readonly Range[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
];

/** Spaces that look like U+0020, or nearly. Source: Unicode, general category Zs. */
export const SPACES: readonly Range[] = [
  [0x00a0, 0x00a0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];

/** Ranges as a group. */
export function groupOf(ranges: readonly Range[]): string {
  return ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join("");
}
