import type { Problem } from "../errors.ts";
import { describeProblem, type FactsOf, MANIFEST_PROBLEMS, type ManifestCode } from "./problems.ts";

/** A problem or a warning, as the parser hands it on. */
export type Finding = { readonly kind: "problem" | "warning"; readonly problem: Problem };

/**
 * Counts what is found and describes the first `most` problems and the first `most` warnings of it. Full with `mostProblems`
 * problems: no more are counted then.
 */
export class ProblemLog {
  readonly #most: number;
  readonly #mostProblems: number;
  readonly #take: (finding: Finding) => void;
  readonly #counts = { problem: 0, warning: 0 };

  constructor(most: number, take: (finding: Finding) => void, mostProblems = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#mostProblems = mostProblems;
    this.#take = take;
  }

  get problems(): number {
    return this.#counts.problem;
  }

  get warnings(): number {
    return this.#counts.warning;
  }

  get isFull(): boolean {
    return this.#counts.problem >= this.#mostProblems;
  }

  add<C extends ManifestCode>(line: number, code: C, ...facts: FactsOf<C>): void {
    const kind = MANIFEST_PROBLEMS[code].severity;
    if (kind === "problem" && this.isFull) return;
    this.#counts[kind] += 1;
    if (this.#counts[kind] <= this.#most)
      this.#take({ kind, problem: describeProblem(line, code, ...facts) });
  }

  /** The last problem of a full log: it is counted and described, whatever the limits. */
  close<C extends ManifestCode>(line: number, code: C, ...facts: FactsOf<C>): void {
    this.#counts.problem += 1;
    this.#take({ kind: "problem", problem: describeProblem(line, code, ...facts) });
  }
}
