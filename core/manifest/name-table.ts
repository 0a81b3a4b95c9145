const EMPTY = 0;
const FIRST_CAPACITY = 1024;

/**
 * A map from a 64-bit hash, given as two 32-bit halves, to a number from 1 to 2^32 - 1, in typed arrays: 24 to 48 bytes
 * per entry, whatever was hashed. Open addressing, at most half full.
 */
export class NameTable {
  #first = new Uint32Array(FIRST_CAPACITY);
  #second = new Uint32Array(FIRST_CAPACITY);
  #values = new Uint32Array(FIRST_CAPACITY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The value of a hash, or 0 when there is none. */
  get(first: number, second: number): number {
    return this.#values[this.#slot(first >>> 0, second >>> 0)] ?? EMPTY;
  }

  /** Sets the value of a hash, replacing any earlier one. */
  set(first: number, second: number, value: number): void {
    if (this.#size * 2 >= this.#values.length) this.#grow();
    const slot = this.#slot(first >>> 0, second >>> 0);
    if (this.#values[slot] === EMPTY) this.#size += 1;
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#values[slot] = value;
  }

  #slot(first: number, second: number): number {
    const mask = this.#values.length - 1;
    const mixed = Math.imul(first ^ (second >>> 15), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 16)) & mask;
    while (this.#values[slot] !== EMPTY && (this.#first[slot] !== first || this.#second[slot] !== second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [first, second, values] = [this.#first, this.#second, this.#values];
    this.#first = new Uint32Array(values.length * 2);
    this.#second = new Uint32Array(values.length * 2);
    this.#values = new Uint32Array(values.length * 2);
    this.#size = 0;
    for (let slot = 0; slot < values.length; slot += 1) {
      const value = values[slot] ?? EMPTY;
      if (value !== EMPTY) this.set(first[slot] ?? 0, second[slot] ?? 0, value);
    }
  }
}
