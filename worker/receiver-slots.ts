import type { ReceiverSlots } from "../core/callback/ports.ts";

/**
 * Counts the callbacks under way to each receiver, so that a slow receiver takes no more than its share of this worker.
 */
export class ReceiverCounts implements ReceiverSlots {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  enter(receiver: string): (() => void) | undefined {
    const count = this.#counts.get(receiver) ?? 0;
    if (count >= this.#most) return undefined;
    this.#counts.set(receiver, count + 1);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#leave(receiver);
    };
  }

  /** Receivers with no free slot. */
  get busy(): readonly string[] {
    return [...this.#counts].filter(([, count]) => count >= this.#most).map(([receiver]) => receiver);
  }

  #leave(receiver: string): void {
    const count = this.#counts.get(receiver) ?? 0;
    if (count > 1) this.#counts.set(receiver, count - 1);
    else this.#counts.delete(receiver);
  }
}
