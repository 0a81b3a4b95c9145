import { nfc } from "./nfc.ts";
import { trimOf } from "./trim-signs.ts";

type Range = readonly [first: number, last: number];

/**
 * Characters that are invisible on their own: soft hyphen, joiners, zero-width spaces, marks of direction and the like.
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

const UNSEEN_SIGNS = signsOf(UNSEEN);
const SPACE_SIGNS = signsOf(SPACES);

function signsOf(ranges: readonly Range[]): RegExp {
  const parts = ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`);
  return new RegExp(`[${parts.join("")}]`, "gu");
}

/**
 * The form in which texts that look the same compare equal: without invisible characters, with one kind of space, none
 * at either end, in NFC. Case matters. Texts are stored as written; this form is never shown. The same rule is the
 * function `canonical_text` of the database, compared with this one by a test. Source: docs/reference/manifest.md,
 * "Local ids".
 */
export function canonicalText(text: string): string {
  return trimOf(nfc(text.replace(UNSEEN_SIGNS, "").replace(SPACE_SIGNS, " ")), " ");
}
