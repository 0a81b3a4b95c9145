import { showText } from "../manifest/show-text.ts";

type Holes<S extends string> = S extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;

/** The facts a sentence needs: nothing, or one object with a value for each `{...}` in it. */
export type SentenceFacts<S extends string> = [Holes<S>] extends [never]
  ? []
  : [facts: Readonly<Record<Holes<S>, string | number>>];

/** A sentence with its `{...}` filled in. Text may be hostile: it is masked and cut. Numbers are grouped in thousands. */
export function fillSentence(
  sentence: string,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  return sentence.replace(/\{(\w+)\}/g, (_, hole: string) => {
    const value = facts[hole];
    return typeof value === "string" ? showText(value) : Number(value).toLocaleString("en-US");
  });
}
