import { doubledMs } from "../doubled.ts";

const FIRST_MS = 5_000;
const LONGEST_MS = 3_600_000;

/** How long after a try that failed the next one is made, in ms: 5 s, doubling up to an hour. `tries`: before this one. */
export function againMs(tries: number): number {
  return doubledMs(FIRST_MS, tries, LONGEST_MS);
}
