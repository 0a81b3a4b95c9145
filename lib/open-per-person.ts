import { WaybillError } from "../core/errors.ts";

/** How many requests one person may keep open at a time; event streams and waits are counted separately. */
export const MOST_OPEN_PER_PERSON = 32;

/** Counts what each person keeps open in this process. */
export class OpenPerPerson {
  readonly #open = new Map<string, number>();

  /**
   * Runs work that counts as one more open request of the person. Errors: `too_many_requests`, with the text of
   * `sentence`, when there are already 32; those of the work.
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
