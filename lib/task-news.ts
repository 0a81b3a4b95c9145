type Waiter = { readonly after: number; readonly wake: () => void };

/** Wakes whoever waits for a task, when some task has changed. A hint: it may be about another one, and may be lost. */
export class TaskNews {
  readonly #waiters = new Set<Waiter>();
  #heard = 0;
  #isOver = false;

  /** True once this process is stopping. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How often it was told. */
  get heard(): number {
    return this.#heard;
  }

  tell(): void {
    this.#heard += 1;
    for (const { after, wake } of this.#waiters) if (this.#heard > after) wake();
  }

  /** Settles once it was told more often than `after`, at the end of the process, at the latest after `ms`. Errors: the signal's reason. */
  async until(after: number, ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isOver || this.#heard > after || ms <= 0) return;
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
