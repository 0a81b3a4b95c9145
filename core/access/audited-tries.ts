const HOUR_MS = 3_600_000;
/** Tries of one name in an hour that are each told; after them only the hundredth, the thousandth and so on. */
const FIRST = 10;
/** Rows in an hour by all names together. */
const MOST_ROWS = 1_000;

/**
 * Which of many equal tries the audit tells, so that a flood of them does not fill it: the first ten of a name in an hour,
 * then the hundredth, the thousandth and so on, and no more than 1,000 an hour altogether, after which all further ones
 * count as those of one name. Counted in memory; times in milliseconds of any one clock. Keeps at most 1,000 names.
 * Source: docs/reference/audit.md, "A flood of failed sign-ins".
 */
export class AuditedTries {
  readonly #counts = new Map<string, number>();
  #endsMs = 0;
  #rows = 0;
  #more = 0;

  /** Counts a try. Which one of the hour it is when it is to be told, and of whom; undefined when it is not. */
  note(name: string, nowMs: number): { readonly tries: number; readonly of: "name" | "all" } | undefined {
    if (nowMs >= this.#endsMs) this.#begin(nowMs);
    if (this.#rows >= MOST_ROWS) {
      this.#more += 1;
      return isTold(this.#more, 1) ? { tries: this.#more, of: "all" } : undefined;
    }
    const tries = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, tries);
    if (!isTold(tries, FIRST)) return undefined;
    this.#rows += 1;
    return { tries, of: "name" };
  }

  #begin(nowMs: number): void {
    this.#endsMs = nowMs + HOUR_MS;
    this.#counts.clear();
    this.#rows = 0;
    this.#more = 0;
  }
}

function isTold(tries: number, first: number): boolean {
  return tries <= first || /^10+$/.test(String(tries));
}
