import type { Problem } from "../errors.ts";
import { fillSentence, type SentenceFacts } from "./sentence.ts";

/** A problem refuses what it is found in, a warning does not. */
export type Severity = "problem" | "warning";

/** What can be wrong or odd with something, by its code, with the sentence the depositor reads; `{...}` is filled in. */
export type Catalogue = Readonly<Record<string, { readonly severity: Severity; readonly sentence: string }>>;

/** A catalogue's entry for a problem. */
export const problem = <const S extends string>(sentence: S) => ({ severity: "problem", sentence }) as const;

/** A catalogue's entry for a warning. */
export const warning = <const S extends string>(sentence: S) => ({ severity: "warning", sentence }) as const;

/** The facts a code's sentence needs: nothing, or one object with a value for each `{...}`. */
export type FactsIn<T extends Catalogue, C extends keyof T> = SentenceFacts<T[C]["sentence"]>;

/** The problem with its sentence filled in; text is masked and cut. `line` counts from 1; 0 means the whole. */
export function describeOf<T extends Catalogue, C extends keyof T & string>(
  catalogue: T,
  line: number,
  code: C,
  ...facts: FactsIn<T, C>
): Problem {
  const entry: T[C] = catalogue[code];
  return { line, code, message: fillSentence(entry.sentence, facts[0]) };
}
