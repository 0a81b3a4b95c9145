import type { Problem } from "../errors.ts";
import type { Severity } from "./catalogue.ts";

/** A problem or a warning, as it is handed on. */
export type Finding = { readonly kind: Severity; readonly problem: Problem };

/** Counts all problems and warnings and hands on the first `most` of each, in the order they are found. */
export class FindingCounter {
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

  /** `make` is only asked for one that is handed on. */
  add(kind: Severity, make: () => Problem): void {
    this.#counts[kind] += 1;
    if (this.#counts[kind] <= this.#most) this.#take({ kind, problem: make() });
  }

  /** The last problem: counted and handed on, whatever the limit. */
  close(problem: Problem): void {
    this.#counts.problem += 1;
    this.#take({ kind: "problem", problem });
  }
}
