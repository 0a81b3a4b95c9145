import { WaybillError } from "../core/errors.ts";

/** Requests of one person that may stay open at a time: event streams, and waits, each counted for themselves. */
export const MOST_OPEN_PER_PERSON = 32;

/** Counts what each person keeps open in this process. */
export class OpenPerPerson {
  readonly #open = new Map<string, number>();

  /**
   * Does the work as one more that the person has open. Errors: `too_many_requests` when there are 32 already, with what
   * `sentence` says; those of the work.
   */
  async during<T>(personId: string, sentence: (open: number) => string, work: () => Promise<T>): Promise<T> {
    const open = this.#open.get(personId) ?? 0;
    if (open >= MOST_OPEN_PER_PERSON) throw new WaybillError("too_many_requests", sentence(open));
    this.#open.set(personId, open + 1);
    try {
      return await work();
    } finally {
      const left = (this.#open.get(personId) ?? 1) - 1;
      if (left > 0) this.#open.set(personId, left);
      else this.#open.delete(personId);
    }
  }
}
