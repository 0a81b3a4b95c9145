import { Waiters } from "./waiters.ts";

/** Wakes whoever waits for a task, when some task has changed. A hint: it may be about another one, and may be lost. */
export class TaskNews {
  readonly #waiters = new Waiters();

  /** True once this process is stopping. */
  get isOver(): boolean {
    return this.#waiters.isOver;
  }

  /** How often it was told. */
  get heard(): number {
    return this.#waiters.latest;
  }

  tell(): void {
    this.#waiters.tell(this.heard + 1);
  }

  /** Settles once it was told more often than `after`, at the end of the process, at the latest after `ms`. Errors: the signal's reason. */
  until(after: number, ms: number, signal: AbortSignal): Promise<void> {
    return this.#waiters.until(after, ms, signal);
  }

  /** Wakes everybody; from then on nobody waits. */
  end(): void {
    this.#waiters.end();
  }
}
