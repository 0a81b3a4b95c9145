import type { Problem } from "../errors.ts";
import { FindingCounter } from "../problem/finding-counter.ts";
import { CONTAINER_LIMITS } from "./limits.ts";

/** Problems and warnings in the order they were found: all are counted, the first thousand of each described. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];
  readonly #found = new FindingCounter(CONTAINER_LIMITS.findings, ({ kind, problem }) => {
    (kind === "problem" ? this.problems : this.warnings).push(problem);
  });

  get problemCount(): number {
    return this.#found.problems;
  }

  get warningCount(): number {
    return this.#found.warnings;
  }

  /** A function is only asked for one that is described. */
  problem(problem: Problem | (() => Problem)): void {
    this.#found.add("problem", () => (typeof problem === "function" ? problem() : problem));
  }

  warning(warning: Problem): void {
    this.#found.add("warning", () => warning);
  }
}
