import { setTimeout as pause } from "node:timers/promises";

/** How often is looked while somebody waits, in case news is lost. */
const LOOK_MS = 1_000;

type Waiter = { readonly after: number; readonly wake: () => void };

/**
 * Wakes whoever waits for a position, when news of it comes. News is a hint that may be lost, so while somebody waits the
 * last position is looked up every second: once for all of them, and nobody holds a connection.
 */
export class PositionNews {
  readonly #look: () => Promise<number>;
  readonly #lookMs: number;
  readonly #waiters = new Set<Waiter>();
  #latest = 0;
  #isLooking = false;
  #isOver = false;

  /** `look`: the last position given. */
  constructor(look: () => Promise<number>, lookMs = LOOK_MS) {
    this.#look = look;
    this.#lookMs = lookMs;
  }

  /** True once this process is stopping. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The last position given, as it was just heard. Lower than before when the database was restored. */
  tell(position: number): void {
    this.#latest = position;
    for (const waiter of this.#waiters) if (position > waiter.after) waiter.wake();
  }

  /** Looks the last position up, as when news may have been missed. */
  async look(): Promise<void> {
    // the database may be away; then there is nothing to tell either
    const position = await this.#look().catch(() => undefined);
    if (position !== undefined) this.tell(position);
  }

  /** Settles at news of a position after `after`, at the end of the process, at the latest after `ms`. Errors: the signal's reason. */
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
      void this.#watch();
    });
    signal.throwIfAborted();
  }

  /** Wakes everybody; from then on nobody waits. */
  end(): void {
    this.#isOver = true;
    for (const waiter of this.#waiters) waiter.wake();
  }

  async #watch(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#waiters.size > 0) {
      await pause(this.#lookMs, undefined, { ref: false });
      if (this.#waiters.size === 0) break;
      await this.look();
    }
    this.#isLooking = false;
  }
}
