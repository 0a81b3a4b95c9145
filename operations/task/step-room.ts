import { NonRetryable } from "../../core/task/task-errors.ts";
import type { KeptStep } from "../../prisma/store/task/begin.ts";

/** Steps, sleeps and waits of a task, and the characters of JSON that its steps return together. */
const MOST_STEPS = 10_000;
const MOST_JSON = 16 * 1_048_576;

/**
 * How much more can be kept of a task. What it has done is read in one statement, whose result has an end: 256 MB of jsonb,
 * in which a number of one digit takes six times its characters. Source: PostgreSQL, src/include/utils/jsonb.h.
 */
export class StepRoom {
  readonly #kept: readonly KeptStep[];
  #count: number;
  #length: number | undefined;

  constructor(kept: readonly KeptStep[]) {
    this.#kept = kept;
    this.#count = kept.length;
  }

  /** Makes room for one more step, or says in a sentence why there is none. */
  whyNoStep(): string | undefined {
    this.#count += 1;
    if (this.#count <= MOST_STEPS) return undefined;
    return `A task has at most ${MOST_STEPS} steps, sleeps and waits. Have it start others for the rest.`;
  }

  /** Makes room for an output (JSON). @throws NonRetryable when there is none */
  take(output: string): void {
    // counted when something is to be kept: most runs have little, and some nothing
    this.#length ??= this.#kept.reduce(
      (sum, { output: each }) => sum + (JSON.stringify(each)?.length ?? 0),
      0,
    );
    if (this.#length + output.length > MOST_JSON)
      throw new NonRetryable(
        `What the steps of a task return has at most ${MOST_JSON} characters of JSON together. Keep it elsewhere and return where.`,
      );
    this.#length += output.length;
  }
}
