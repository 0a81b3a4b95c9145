type Waiter = { readonly after: number; readonly wake: () => void };

/** Those who wait until a number has grown past the one they know. A waiter holds a timer and nothing else. */
export class Waiters {
  readonly #waiters = new Set<Waiter>();
  #latest = 0;
  #isOver = false;

  /** True once this process is stopping. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The number as it was told last; 0 before. */
  get latest(): number {
    return this.#latest;
  }

  /** How many wait. */
  get count(): number {
    return this.#waiters.size;
  }

  /** Wakes those who know a lower number. It may be lower than before. */
  tell(latest: number): void {
    this.#latest = latest;
    for (const { after, wake } of this.#waiters) if (latest > after) wake();
  }

  /** Settles once the number is above `after`, at the end of the process, at the latest after `ms`. Errors: the signal's reason. */
  async until(after: number, ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isOver || this.#latest > after || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiters.delete(waiter);
        resolve();
      };
      const waiter: Waiter = { after, wake };
      const timer = setTimeout(wake, ms);
      signal.addEventListener("abort", wake);
      this.#waiters.add(waiter);
    });
    signal.throwIfAborted();
  }

  /** Wakes everybody; from then on nobody waits. */
  end(): void {
    this.#isOver = true;
    for (const { wake } of this.#waiters) wake();
  }
}
