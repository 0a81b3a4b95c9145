/**
 * The betanumeric characters: digits and consonants without l, so that names form no words and have no look-alikes.
 * Their order gives their values. Source: NOID documentation, "NOID check digit algorithm".
 */
export const BETANUMERIC = "0123456789bcdfghjkmnpqrstvwxz";

/**
 * In strings shorter than this, check digit included, the check digit detects every single wrong character and every
 * swap of neighbours. Source: as `checkDigit`.
 */
export const CHECKED_LENGTH = 29;

/**
 * The check digit of `naan/name` (without `ark:/`): each character's value times its position (from 1), summed, modulo
 * 29. Characters outside the alphabet count as 0 but take a position. Source: NOID documentation, "NOID check digit
 * algorithm".
 */
export function checkDigit(zone: string): string {
  let sum = 0;
  for (const [index, character] of [...zone].entries())
    sum += Math.max(0, BETANUMERIC.indexOf(character)) * (index + 1);
  return BETANUMERIC.charAt(sum % BETANUMERIC.length);
}

/**
 * Whether the last character of `naan/name` is the check digit of the rest. False proves nothing: names need not have
 * one.
 */
export function hasCheckDigit(zone: string): boolean {
  return zone.length > 1 && checkDigit(zone.slice(0, -1)) === zone.at(-1);
}
