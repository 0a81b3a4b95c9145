import type { Moment, Sentence } from "../contracts/sentence.ts";
import { tell } from "../sentence.ts";
import type { CopyState } from "./states.ts";

/** The object in one storage: what `copiesWords` needs of it. */
export type CopyFacts = {
  readonly state: CopyState;
  readonly verifiedAt: Date | null;
  readonly damagedFiles: number;
  /** Versions are missing there that nothing will copy. */
  readonly isEnded: boolean;
};

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/**
 * How safe an object is, in one sentence: `2 of 2 copies verified, the latest on 3 May 2026.` The storage where it is kept
 * counts as one. What is damaged or has not been copied yet is told too. Dates are those of UTC.
 */
export function copiesWords(storages: readonly CopyFacts[]): Sentence {
  const good = storages.filter(({ state }) => state === "Verified");
  const times = good.flatMap(({ verifiedAt }) => (verifiedAt ? [verifiedAt.getTime()] : []));
  const counts = `${good.length} of ${storages.length} ${storages.length === 1 ? "copy" : "copies"} verified`;
  const damaged = storages.filter(({ state }) => state === "Damaged").length;
  const lacking = storages.filter(({ state }) => state === "Wanted");
  const ended = lacking.filter(({ isEnded }) => isEnded).length;
  const parts = [
    [damaged, "damaged"],
    [lacking.length - ended, "still to be made"],
    [ended, "no longer continued"],
  ] as const;
  const rest = parts.map(([number, what]) => (number > 0 ? `, ${number} ${what}` : "")).join("");
  if (times.length === 0) return tell`${counts}${rest}.`;
  return tell`${counts}, the latest on ${day(new Date(Math.max(...times)))}${rest}.`;
}

/** A moment told as its day, `3 May 2026`. */
function day(at: Date): Moment {
  const text = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ""} ${at.getUTCFullYear()}`;
  return { at: at.toISOString(), text };
}
