/** What kept workers from holding their claims, and when, by the true clock in ms. `pid`: one worker; undefined: all. */
export type Trouble = { readonly pid?: number; readonly from: number; to: number };

/** Notes what a run does to its workers, so that a takeover can be told from a false one. */
export class Troubles {
  readonly #all: Trouble[] = [];

  /** Runs `act`; while it does, and for good when the worker is dead, its claims may be taken over. */
  async during<Result>(pid: number | undefined, act: () => Promise<Result>): Promise<Result> {
    const trouble = this.begin(pid);
    try {
      return await act();
    } finally {
      trouble.to = Date.now();
    }
  }

  /** One that has no end yet. */
  begin(pid: number | undefined): Trouble {
    const trouble: Trouble = {
      ...(pid === undefined ? {} : { pid }),
      from: Date.now(),
      to: Number.POSITIVE_INFINITY,
    };
    this.#all.push(trouble);
    return trouble;
  }

  /** Whether a claim of `holder` may have been taken over at this time. `reachMs`: how long after its end a trouble is felt. */
  explains({ holder, at }: { readonly holder: string; readonly at: number }, reachMs: number): boolean {
    return this.#all.some(
      ({ pid, from, to }) =>
        (pid === undefined || holder.includes(`-${pid}-`)) && from <= at && at <= to + reachMs,
    );
  }
}
