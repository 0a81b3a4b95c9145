import { AsyncLocalStorage } from "node:async_hooks";

/** A share of a pool: a limited number may use it at a time; later ones wait their turn. */
export class Share {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  async use<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

const held = new AsyncLocalStorage<readonly Share[]>();

/** Runs `work` within the limits of these shares of the pool. None: no limit. */
export function within<Result>(shares: readonly Share[], work: () => Promise<Result>): Promise<Result> {
  return held.run(shares, work);
}

/** Runs `act` with a connection counted against the caller's shares, if any. */
export async function byShare<Result>(act: () => Promise<Result>): Promise<Result> {
  const use = (shares: readonly Share[]): Promise<Result> => {
    const [share, ...others] = shares;
    return share ? share.use(() => use(others)) : act();
  };
  return use(held.getStore() ?? []);
}
