import { AsyncLocalStorage } from "node:async_hooks";

/** A part of a pool: so many have of it at a time, and who comes later waits its turn. */
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

/** Runs `work`, which has of the pool no more than each of these shares allows. None: as much as it asks for. */
export function within<Result>(shares: readonly Share[], work: () => Promise<Result>): Promise<Result> {
  return held.run(shares, work);
}

/** Takes a connection out of the shares of whoever asks, if there are any, and does `act` with it. */
export async function byShare<Result>(act: () => Promise<Result>): Promise<Result> {
  const use = (shares: readonly Share[]): Promise<Result> => {
    const [share, ...others] = shares;
    return share ? share.use(() => use(others)) : act();
  };
  return use(held.getStore() ?? []);
}
