/** One upload while it comes in. */
export type UploadUnderWay = {
  /** What is kept free for it, in bytes. */
  readonly bytes: number;
  reserve(bytes: number): void;
  end(): void;
};

/** The uploads that come in by this process: whose they are, and what is kept free for them. */
export class Uploads {
  readonly #counts = new Map<string, number>();
  #bytes = 0;

  /** Kept free for all of them, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Another upload of this person, who may have `most` at a time; undefined when they have. */
  begin(person: string, most: number): UploadUnderWay | undefined {
    const count = this.#counts.get(person) ?? 0;
    if (count >= most) return undefined;
    this.#counts.set(person, count + 1);
    let own = 0;
    let isOver = false;
    const reserve = (bytes: number) => {
      if (isOver) return;
      this.#bytes += bytes - own;
      own = bytes;
    };
    return {
      get bytes() {
        return own;
      },
      reserve,
      end: () => {
        if (isOver) return;
        reserve(0);
        isOver = true;
        const left = (this.#counts.get(person) ?? 1) - 1;
        if (left > 0) this.#counts.set(person, left);
        else this.#counts.delete(person);
      },
    };
  }
}
