/** The betanumeric characters: digits and consonants without l, so that no words and no look-alikes occur. Their order gives their values. Source: NOID documentation, "NOID check digit algorithm". */
export const BETANUMERIC = "0123456789bcdfghjkmnpqrstvwxz";

/** Check digits find every single wrong character and every swap of neighbours in strings shorter than this, check digit included. Source: as `checkDigit`. */
export const CHECKED_LENGTH = 29;

/**
 * The check digit of `naan/name` (without `ark:/`): each character's value times its place from 1, summed, modulo 29.
 * Characters outside the alphabet count as 0 but take a place. Source: NOID documentation, "NOID check digit
 * algorithm".
 */
export function checkDigit(zone: string): string {
  let sum = 0;
  for (const [index, character] of [...zone].entries())
    sum += Math.max(0, BETANUMERIC.indexOf(character)) * (index + 1);
  return BETANUMERIC.charAt(sum % BETANUMERIC.length);
}

/** Is the last character of `naan/name` the check digit of the rest? A no proves nothing: names need not have one. */
export function hasCheckDigit(zone: string): boolean {
  return zone.length > 1 && checkDigit(zone.slice(0, -1)) === zone.at(-1);
}
