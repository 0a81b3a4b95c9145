/** How many may pass at a time, and how many may wait; known ones have their own line, which goes first. */
export type GateSize = { readonly atOnce: number; readonly mostWaiting: number };

/** The gate is full and so is the line before it. */
export class GateFull extends Error {}

/** Lets a limited number through at a time; the others wait in a line of limited length. */
export class Gate {
  readonly #size: GateSize;
  readonly #known: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #inside = 0;

  constructor(size: GateSize) {
    this.#size = size;
  }

  /**
   * Does `act` once there is room.
   * @throws GateFull at once, when the line is full
   */
  async pass<Result>(act: () => Promise<Result>, isKnown: boolean): Promise<Result> {
    if (this.#inside < this.#size.atOnce) this.#inside += 1;
    else await this.#wait(isKnown ? this.#known : this.#others);
    try {
      return await act();
    } finally {
      const next = this.#known.shift() ?? this.#others.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }

  async #wait(line: (() => void)[]): Promise<void> {
    if (line.length >= this.#size.mostWaiting) throw new GateFull("The line before the gate is full.");
    await new Promise<void>((resolve) => line.push(resolve));
  }
}
