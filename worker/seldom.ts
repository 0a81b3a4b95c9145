import type { Log } from "../lib/log.ts";

const MINUTE_MS = 60_000;

type Said = { times: number; last: object };

/**
 * Logs warnings that may come a thousand times a second: the first at once, then one a minute, with the number of times
 * and the latest facts. Warnings with the same text count together.
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
