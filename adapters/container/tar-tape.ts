/** Of a tar's header. Source: POSIX.1-2024 pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format". */
const TYPE_AT = 156;
const IS_EXTENDED_AT = 482;
/** A reader is never this far behind its input. */
const KEPT_BYTES = 1_048_576;

/** Remembers the last bytes of a tar as it streams by, and how many there were, which the reader does not report. */
export class TarTape {
  #length = 0;
  #kept = 0;
  readonly #chunks: Uint8Array[] = [];

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  async *record(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      this.#kept += chunk.length;
      this.#forget();
      yield chunk;
    }
  }

  /** The kind of the entry whose header begins at `offset`, which has just been read, as its one character. */
  typeAt(offset: number): string {
    return String.fromCharCode(this.#byteAt(offset + TYPE_AT));
  }

  /** Whether the map of a sparse file continues after its header, in blocks that are neither headers nor file data. */
  hasMapBlocks(offset: number): boolean {
    return this.typeAt(offset) === "S" && this.#byteAt(offset + IS_EXTENDED_AT) !== 0;
  }

  #byteAt(place: number): number {
    let at = place - (this.#length - this.#kept);
    for (const chunk of this.#chunks) {
      if (at < chunk.length) return chunk[at] ?? 0;
      at -= chunk.length;
    }
    return 0;
  }

  /** The bytes between two offsets, as far as they are kept. */
  between(from: number, to: number): Buffer {
    const parts: Uint8Array[] = [];
    let at = this.#length - this.#kept;
    for (const chunk of this.#chunks) {
      if (at >= to) break;
      if (at + chunk.length > from) parts.push(chunk.subarray(Math.max(0, from - at), to - at));
      at += chunk.length;
    }
    return Buffer.concat(parts);
  }

  #forget(): void {
    for (;;) {
      const [oldest] = this.#chunks;
      if (oldest === undefined || this.#kept - oldest.length < KEPT_BYTES) return;
      this.#kept -= oldest.length;
      this.#chunks.shift();
    }
  }
}
