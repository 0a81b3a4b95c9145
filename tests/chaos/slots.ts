/** Things under way, of which there should be so many at most. They must not fail. */
export class Slots {
  readonly #most: number;
  readonly #taken = new Set<Promise<void>>();

  constructor(most: number) {
    this.#most = most;
  }

  take(task: Promise<void>): void {
    this.#taken.add(task);
    void task.finally(() => this.#taken.delete(task));
  }

  /** Resolves once another one may begin. */
  async room(): Promise<void> {
    if (this.#taken.size >= this.#most) await Promise.race(this.#taken);
  }

  async empty(): Promise<void> {
    await Promise.all(this.#taken);
  }
}
