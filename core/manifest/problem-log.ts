import type { Problem } from "../errors.ts";
import { describeProblem, type FactsOf, MANIFEST_PROBLEMS, type ManifestCode } from "./problems.ts";

/** A problem or a warning, as the parser hands it on. */
export type Finding = { readonly kind: "problem" | "warning"; readonly problem: Problem };

/** Counts what is found and describes the first `most` problems and the first `most` warnings of it. */
export class ProblemLog {
  readonly #most: number;
  readonly #take: (finding: Finding) => void;
  readonly #counts = { problem: 0, warning: 0 };

  constructor(most: number, take: (finding: Finding) => void) {
    this.#most = most;
    this.#take = take;
  }

  get problems(): number {
    return this.#counts.problem;
  }

  get warnings(): number {
    return this.#counts.warning;
  }

  add<C extends ManifestCode>(line: number, code: C, ...facts: FactsOf<C>): void {
    const kind = MANIFEST_PROBLEMS[code].severity;
    this.#counts[kind] += 1;
    if (this.#counts[kind] <= this.#most)
      this.#take({ kind, problem: describeProblem(line, code, ...facts) });
  }
}
