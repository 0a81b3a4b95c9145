const LF = 0x0a;
const CR = 0x0d;

/** A line without its end, or null for one that is longer than allowed. */
export type Line = string | null;

/**
 * Cuts chunks of UTF-8 into lines ended by LF, CRLF or CR; chunks may be cut anywhere. Bytes that are not UTF-8 become
 * U+FFFD. Holds at most one unfinished line, of `maxLength` UTF-16 units (three bytes each). A chunk may be reused by
 * the caller after `push`.
 */
export class LineReader {
  readonly #maxLength: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #skipping = false;
  #afterCr = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that end in this chunk. */
  push(given: Uint8Array): Line[] {
    if (given.length === 0) return [];
    const chunk = this.#afterCr && given[0] === LF ? given.subarray(1) : given;
    const cut = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1;
    this.#afterCr = cut === chunk.length && chunk[cut - 1] === CR;
    const lines = cut === 0 ? [] : this.#take(chunk.subarray(0, cut));
    this.#hold(chunk.subarray(cut));
    return lines;
  }

  /** The last line, when the text does not end with a line end. */
  end(): Line[] {
    return this.#heldBytes === 0 && !this.#skipping ? [] : this.#take(new Uint8Array([LF]));
  }

  #take(tail: Uint8Array): Line[] {
    const text = this.#decoder.decode(this.#heldBytes === 0 ? tail : joinBytes([...this.#held, tail]));
    const lines: Line[] = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
    lines.pop();
    for (const [index, line] of lines.entries()) {
      if (line !== null && line.length > this.#maxLength) lines[index] = null;
    }
    if (this.#skipping) lines[0] = null;
    this.#skipping = false;
    this.#drop();
    return lines;
  }

  #hold(rest: Uint8Array): void {
    if (rest.length === 0 || this.#skipping) return;
    // not slice(): a Buffer's slice is a view of the caller's bytes
    this.#held.push(new Uint8Array(rest));
    this.#heldBytes += rest.length;
    if (this.#heldBytes <= this.#maxLength * 3) return;
    this.#skipping = true;
    this.#drop();
  }

  #drop(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }
}

/** The parts in one array. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
