import type { Problem } from "../errors.ts";
import { CONTAINER_LIMITS } from "./limits.ts";

/** Problems and warnings in the order they were found: all are counted, the first thousand of each described. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];
  #problemCount = 0;
  #warningCount = 0;

  get problemCount(): number {
    return this.#problemCount;
  }

  get warningCount(): number {
    return this.#warningCount;
  }

  /** A function is only asked for one that is described. */
  problem(problem: Problem | (() => Problem)): void {
    this.#problemCount += 1;
    if (this.problems.length < CONTAINER_LIMITS.findings)
      this.problems.push(typeof problem === "function" ? problem() : problem);
  }

  warning(warning: Problem): void {
    this.#warningCount += 1;
    if (this.warnings.length < CONTAINER_LIMITS.findings) this.warnings.push(warning);
  }
}
