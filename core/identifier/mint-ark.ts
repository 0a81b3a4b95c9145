import { WaybillError } from "../errors.ts";
import { BETANUMERIC, CHECKED_LENGTH, checkDigit } from "./noid.ts";

/** Where names are minted: the authority's number and the shoulder, e.g. 99999 and `fk4`. */
export type Shoulder = { readonly naan: string; readonly shoulder: string };

const RADIX = BigInt(BETANUMERIC.length);
const FIRST_WIDTH = 8;

/** Factors not divisible by 29, so that multiplication modulo a power of 29 never maps two numbers to one. */
const FACTORS = [
  0x9e3779b97f4a7c15f39cc0605cedc835n,
  0xc2b2ae3d27d4eb4f165667b19e3779f9n,
  0xd6e8feb86659fd93ff51afd7ed558ccdn,
] as const;

/**
 * The ARK of a counter: shoulder, eight betanumeric characters (nine after 29^8 names, and so on), check digit.
 * Different counters below a shoulder never give the same ARK, and consecutive names do not look alike. Names can be
 * guessed, so an ARK is not a secret. Errors: `bad_identifier` when the NAAN or shoulder is not betanumeric, or the
 * name is too long for its check digit to be reliable. Source: NOID documentation; draft-kunze-ark sections 2.3 and
 * 2.4.
 */
export function mintArk({ naan, shoulder }: Shoulder, counter: bigint): string {
  if (!/^[0-9b-df-hjkmnp-tv-xz]{1,16}$/.test(naan))
    throw new WaybillError("bad_identifier", `The NAAN ${JSON.stringify(naan)} is not betanumeric.`);
  if (!/^[0-9b-df-hjkmnp-tv-xz]*$/.test(shoulder))
    throw new WaybillError("bad_identifier", `The shoulder ${JSON.stringify(shoulder)} is not betanumeric.`);
  if (counter < 0n) throw new WaybillError("bad_identifier", "Names are minted from counters of 0 and more.");
  const zone = `${naan}/${shoulder}${blade(counter)}`;
  if (zone.length + 1 >= CHECKED_LENGTH)
    throw new WaybillError(
      "bad_identifier",
      `The shoulder ${shoulder} of ${naan} is too long for names with a check digit.`,
    );
  return `ark:/${zone}${checkDigit(zone)}`;
}

/**
 * The part of the name that the counter gives. Each width has its own range of counters, so names of different widths
 * never collide.
 */
function blade(counter: bigint): string {
  let width = FIRST_WIDTH;
  let rest = counter;
  while (rest >= RADIX ** BigInt(width)) {
    rest -= RADIX ** BigInt(width);
    width += 1;
  }
  return scramble(rest, width);
}

/** A one-to-one mapping of the numbers below 29^width: multiplication carries differences upwards, reversing the digits brings them down again. */
function scramble(number: bigint, width: number): string {
  const size = RADIX ** BigInt(width);
  let digits = toDigits(number, width);
  for (const factor of FACTORS) {
    const reversed = fromDigits([...digits].reverse().join(""));
    digits = toDigits((reversed * factor + factor / RADIX) % size, width);
  }
  return digits;
}

function toDigits(number: bigint, width: number): string {
  let digits = "";
  for (let rest = number; digits.length < width; rest /= RADIX)
    digits = BETANUMERIC.charAt(Number(rest % RADIX)) + digits;
  return digits;
}

function fromDigits(digits: string): bigint {
  let number = 0n;
  for (const digit of digits) number = number * RADIX + BigInt(BETANUMERIC.indexOf(digit));
  return number;
}
