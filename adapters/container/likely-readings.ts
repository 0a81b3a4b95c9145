import iconv from "iconv-lite";
import { NAME_ENCODINGS, type NameEncoding } from "../../core/container/name-encodings.ts";

/** Bytes examined: the start of a name tells as much as the whole. */
const MOST_BYTES = 512;
const SHOWN = 2;

/** First bytes of common characters, in encodings whose standard keeps them apart from rare ones. */
const EVERYDAY: Partial<Record<NameEncoding, readonly [from: number, to: number]>> = {
  gbk: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  cp932: [0x88, 0x97],
  "euc-jp": [0xb0, 0xcf],
  cp949: [0xb0, 0xc8],
};

/** How much a non-ASCII character speaks for a reading. The first match counts. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/[\u3040-\u30ff\uac00-\ud7a3]/u, 3],
  // everyday ones; rare ones say nothing
  [/\p{Script=Han}/u, 2],
  [/[\u3000-\u303f\uff01-\uff5e]/u, 2],
  // half-width kana are rare in names, and every byte above 0xa0 is one
  [/[\uff61-\uff9f]/u, -2],
  [/\p{L}/u, 2],
  // frames, signs and fractions
  [/\P{L}/u, -3],
];

/** Letters of two scripts, or small and capital ones, as a wrong reading mixes them within a word. */
const MIXED: readonly RegExp[] = [
  /[A-Za-z](?=(?!\p{Script=Latin})\p{L})/gu,
  /(?=(?!\p{Script=Latin})\p{L}).(?=[A-Za-z])/gu,
  /\p{Ll}(?=\p{Lu})/gu,
];
const MIXED_COSTS = 4;

type Decode = (bytes: Uint8Array, encoding: NameEncoding) => string | undefined;
type Reading = { readonly encoding: NameEncoding; readonly name: string; readonly score: number };

/**
 * Possible readings of a name that is not UTF-8, for its owner to choose from: the two likeliest readings as text, each
 * with the word for the field `nameEncoding`.
 */
export function likelyReadings(bytes: Uint8Array, decode: Decode): string {
  const start = bytes.subarray(0, MOST_BYTES);
  const readings = (Object.keys(NAME_ENCODINGS) as NameEncoding[])
    .flatMap((encoding): Reading[] => {
      const name = decode(start, encoding);
      return name === undefined ? [] : [{ encoding, name, score: scoreOf(name, encoding) }];
    })
    .sort((a, b) => b.score - a.score);
  const different = readings.filter(
    ({ name }, place) => readings.findIndex((other) => other.name === name) === place,
  );
  const shown = different.slice(0, SHOWN).map(({ encoding, name }) => `"${name}" in ${encoding}`);
  return shown.join(" or ") || "in no encoding Waybill knows";
}

function scoreOf(name: string, encoding: NameEncoding): number {
  const strange = [...name].filter((character) => character > "\u007f");
  const sum = strange.reduce((total, character) => total + weightOf(character, encoding), 0);
  const mixed = MIXED.reduce((count, pattern) => count + (name.match(pattern)?.length ?? 0), 0);
  return (sum - MIXED_COSTS * mixed) / Math.max(strange.length, 1);
}

function weightOf(character: string, encoding: NameEncoding): number {
  const weight = WEIGHTS.find(([pattern]) => pattern.test(character))?.[1] ?? 0;
  const everyday = EVERYDAY[encoding];
  if (everyday === undefined || !/\p{Script=Han}|\p{Script=Hangul}/u.test(character)) return weight;
  const first = iconv.encode(character, encoding)[0] ?? 0;
  return first >= everyday[0] && first <= everyday[1] ? weight : 0;
}
