const MOST_KEYS = 1000;

type Held = { readonly untilMs: number; readonly proof: Promise<boolean> };

/**
 * Remembers for a while that something expensive to check was right, so that a script that sends its password with
 * every request is not checked each time; concurrent checks of the same thing are one check. Only what was right is
 * kept. Times in milliseconds of any one clock. Keeps at most 1,000 keys.
 */
export class Proofs {
  readonly #keepMs: number;
  readonly #held = new Map<string, Held>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** Was it right? `check` is called unless the answer for this key is known or under way; its error comes out. */
  async isRight(key: string, nowMs: number, check: () => Promise<boolean>): Promise<boolean> {
    const known = this.#held.get(key);
    if (known && known.untilMs > nowMs) return known.proof;
    this.#makeRoom(nowMs);
    const held = { untilMs: nowMs + this.#keepMs, proof: check() };
    this.#held.set(key, held);
    try {
      if (await held.proof) return true;
      this.#forget(key, held);
      return false;
    } catch (error) {
      this.#forget(key, held);
      throw error;
    }
  }

  #forget(key: string, held: Held): void {
    if (this.#held.get(key) === held) this.#held.delete(key);
  }

  #makeRoom(nowMs: number): void {
    if (this.#held.size < MOST_KEYS) return;
    for (const [key, { untilMs }] of this.#held) if (untilMs <= nowMs) this.#held.delete(key);
    for (const key of this.#held.keys()) {
      if (this.#held.size < MOST_KEYS) return;
      this.#held.delete(key);
    }
  }
}
