import type { Problem } from "../core/errors.ts";

/** Problems as they are; throws when a sentence lacks one of its facts, which then reads NaN. */
export function whole<P extends Problem>(problems: readonly P[]): readonly P[] {
  for (const { code, message } of problems)
    if (/\bNaN\b/.test(message)) throw new Error(`${code} lacks a fact: ${message}`);
  return problems;
}
