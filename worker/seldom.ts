import type { Log } from "../lib/log.ts";

const MINUTE_MS = 60_000;

type Said = { times: number; last: object };

/**
 * Warns of what may happen a thousand times a second: the first time at once, then once a minute with how often it was and
 * the facts of the last time. Words tell one thing from another.
 */
export class Seldom {
  readonly #log: Log;
  readonly #everyMs: number;
  readonly #said = new Map<string, Said>();

  constructor(log: Log, everyMs = MINUTE_MS) {
    this.#log = log;
    this.#everyMs = everyMs;
  }

  warn(facts: object, words: string): void {
    const said = this.#said.get(words);
    if (said) {
      said.times += 1;
      said.last = facts;
      return;
    }
    this.#log.warn(facts, words);
    this.#wait(words);
  }

  #wait(words: string): void {
    setTimeout(() => this.#tell(words), this.#everyMs).unref();
    this.#said.set(words, { times: 0, last: {} });
  }

  #tell(words: string): void {
    const { times = 0, last = {} } = this.#said.get(words) ?? {};
    this.#said.delete(words);
    if (times === 0) return;
    this.#log.warn({ ...last, times }, words);
    this.#wait(words);
  }
}
