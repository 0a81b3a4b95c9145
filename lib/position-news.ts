import { setTimeout as pause } from "node:timers/promises";
import { Waiters } from "./waiters.ts";

/** How often is looked while somebody waits, in case news is lost. */
const LOOK_MS = 1_000;

/**
 * Wakes whoever waits for a position, when news of it comes. News is a hint that may be lost, so while somebody waits the
 * last position is looked up every second: once for all of them, and nobody holds a connection.
 */
export class PositionNews {
  readonly #look: () => Promise<number>;
  readonly #lookMs: number;
  readonly #waiters = new Waiters();
  #isLooking = false;

  /** `look`: the last position given. */
  constructor(look: () => Promise<number>, lookMs = LOOK_MS) {
    this.#look = look;
    this.#lookMs = lookMs;
  }

  /** True once this process is stopping. */
  get isOver(): boolean {
    return this.#waiters.isOver;
  }

  /** The last position given, as it was just heard. Lower than before when the database was restored. */
  tell(position: number): void {
    this.#waiters.tell(position);
  }

  /** Looks the last position up, as when news may have been missed. */
  async look(): Promise<void> {
    // the database may be away; then there is nothing to tell either
    const position = await this.#look().catch(() => undefined);
    if (position !== undefined) this.tell(position);
  }

  /** Settles at news of a position after `after`, at the end of the process, at the latest after `ms`. Errors: the signal's reason. */
  until(after: number, ms: number, signal: AbortSignal): Promise<void> {
    const wait = this.#waiters.until(after, ms, signal);
    void this.#watch();
    return wait;
  }

  /** Wakes everybody; from then on nobody waits. */
  end(): void {
    this.#waiters.end();
  }

  async #watch(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#waiters.count > 0) {
      await pause(this.#lookMs, undefined, { ref: false });
      if (this.#waiters.count === 0) break;
      await this.look();
    }
    this.#isLooking = false;
  }
}
