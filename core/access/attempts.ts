import { LRUCache } from "lru-cache";

const MOST_NAMES = 10_000;

type Count = { count: number; readonly untilMs: number };

/**
 * Counts tries per name within a window, in memory: `most` are let through, the next ones wait until the window that
 * began with the first try is over. Times in milliseconds of any one clock. Keeps the 10,000 names tried last.
 */
export class Attempts {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new LRUCache<string, Count>({ max: MOST_NAMES });

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts a try. The milliseconds to wait when there were too many, else 0. */
  take(name: string, nowMs: number): number {
    const held = this.#counts.get(name);
    if (!held || held.untilMs <= nowMs) {
      this.#counts.set(name, { count: 1, untilMs: nowMs + this.#windowMs });
      return 0;
    }
    held.count += 1;
    return held.count > this.#most ? held.untilMs - nowMs : 0;
  }

  /** One of the name's tries turned out right, and counts no more. */
  giveBack(name: string): void {
    const held = this.#counts.get(name);
    if (held && held.count > 0) held.count -= 1;
  }
}
