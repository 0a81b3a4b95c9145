import { type Finding, FindingCounter } from "../problem/finding-counter.ts";
import { describeProblem, type FactsOf, MANIFEST_PROBLEMS, type ManifestCode } from "./problems.ts";

/**
 * Counts findings and describes the first `most` problems and the first `most` warnings. It is full at `mostProblems`
 * problems and then counts no more.
 */
export class ProblemLog {
  readonly #mostProblems: number;
  readonly #found: FindingCounter;

  constructor(most: number, take: (finding: Finding) => void, mostProblems = Number.POSITIVE_INFINITY) {
    this.#mostProblems = mostProblems;
    this.#found = new FindingCounter(most, take);
  }

  get problems(): number {
    return this.#found.problems;
  }

  get warnings(): number {
    return this.#found.warnings;
  }

  get isFull(): boolean {
    return this.problems >= this.#mostProblems;
  }

  add<C extends ManifestCode>(line: number, code: C, ...facts: FactsOf<C>): void {
    const kind = MANIFEST_PROBLEMS[code].severity;
    if (kind === "problem" && this.isFull) return;
    this.#found.add(kind, () => describeProblem(line, code, ...facts));
  }

  /** Adds the last problem of a full log, which is counted and described whatever the limits. */
  close<C extends ManifestCode>(line: number, code: C, ...facts: FactsOf<C>): void {
    this.#found.close(describeProblem(line, code, ...facts));
  }
}
