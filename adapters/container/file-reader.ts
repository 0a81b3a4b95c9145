import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

const BLOCK_BYTES = 262_144;
/** One for the list of the entries, one for their own headers, and those beside them. */
const BLOCKS = 4;

/**
 * Reads a file for yauzl in blocks, keeping a few of them. yauzl asks for some ten bytes at a time, four times per
 * entry, and each would be a disk access.
 */
export class FileReader extends RandomAccessReader {
  readonly sizeBytes: number;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #blocks = new Map<number, Buffer>();

  private constructor(path: string, handle: FileHandle, sizeBytes: number) {
    super();
    this.sizeBytes = sizeBytes;
    this.#path = path;
    this.#handle = handle;
  }

  static async open(path: string): Promise<FileReader> {
    const handle = await open(path, "r");
    const { size } = await handle.stat();
    return new FileReader(path, handle, size);
  }

  /** Copies bytes as fs.read does; yauzl asks within the file only. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(null);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1, highWaterMark: BLOCK_BYTES });
  }

  override close(callback: (error: Error | null) => void): void {
    this.#blocks.clear();
    this.#handle.close().then(
      () => callback(null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Bytes of the file, valid until the next call. @throws Error when the file ends earlier */
  async bytes(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let at = position; at < position + length; ) {
      const place = Math.floor(at / BLOCK_BYTES);
      const from = at - place * BLOCK_BYTES;
      const block = this.#blocks.get(place) ?? (await this.#readBlock(place));
      const part = block.subarray(from, from + position + length - at);
      if (part.length === 0) throw new Error("unexpected end of file");
      parts.push(part);
      at += part.length;
    }
    const [only, ...others] = parts;
    return only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
  }

  async #readBlock(place: number): Promise<Buffer> {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    let filled = 0;
    for (;;) {
      const at = place * BLOCK_BYTES + filled;
      const { bytesRead } = await this.#handle.read(block, filled, BLOCK_BYTES - filled, at);
      filled += bytesRead;
      if (bytesRead === 0 || filled === BLOCK_BYTES) break;
    }
    const found = block.subarray(0, filled);
    this.#blocks.set(place, found);
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined && this.#blocks.size > BLOCKS) this.#blocks.delete(oldest);
    return found;
  }
}
