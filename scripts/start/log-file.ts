import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { messageOf } from "../problem.ts";

export interface LogLimits {
  /** A file that has reached this size is put aside. */
  readonly mostBytes: number;
  /** How many are kept beside the one being written: `web.log.1` is the youngest. */
  readonly kept: number;
  /** How often it is looked whether the file is still there, and tried again where it could not be written. */
  readonly lookMs: number;
}

const LIMITS: LogLimits = { mostBytes: 10_000_000, kept: 4, lookMs: 1_000 };

/**
 * A log that is appended to, of bounded size, and that never stands in the way: what cannot be written (a full disk, a
 * folder that was removed) is counted, and the log says so when it can be written again. Lines are written at once, so
 * that the last ones before a death are there; a library was not used, since those buffer and end with an error event.
 */
export class LogFile {
  readonly file: string;
  readonly #limits: LogLimits;
  #fd: number | undefined;
  #bytes = 0;
  #nextLook = 0;
  #lost = 0;
  #reason = "";

  constructor(file: string, limits: LogLimits = LIMITS) {
    this.file = file;
    this.#limits = limits;
  }

  /** Never throws. */
  write(line: string): void {
    try {
      this.#look();
      if (this.#fd === undefined) this.#lost += 1;
      else this.#append(this.#fd, line);
    } catch (thrown) {
      this.#lost += 1;
      this.#reason = messageOf(thrown);
      this.#nextLook = performance.now() + this.#limits.lookMs;
      this.close();
    }
  }

  close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }

  #append(fd: number, line: string): void {
    if (this.#lost > 0) {
      this.#put(
        fd,
        `${this.#lost} lines are missing here, since the log could not be written: ${this.#reason}`,
      );
      this.#lost = 0;
    }
    this.#put(fd, line);
  }

  #put(fd: number, line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    // the rest of a line that found no room is lost, and counted as a line
    const written = writeSync(fd, bytes);
    this.#bytes += written;
    if (written < bytes.length) throw new Error("ENOSPC: no space left on device, write");
  }

  #look(): void {
    if (this.#bytes >= this.#limits.mostBytes) this.#rotate();
    if (performance.now() < this.#nextLook) return;
    this.#nextLook = performance.now() + this.#limits.lookMs;
    if (
      this.#fd !== undefined &&
      statSync(this.file, { throwIfNoEntry: false })?.ino !== fstatSync(this.#fd).ino
    )
      this.close();
    if (this.#fd !== undefined) return;
    mkdirSync(path.dirname(this.file), { recursive: true });
    this.#fd = openSync(this.file, "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }

  #rotate(): void {
    this.close();
    this.#bytes = 0;
    this.#nextLook = 0;
    for (let age = this.#limits.kept; age > 0; age -= 1) {
      const younger = age === 1 ? this.file : `${this.file}.${age - 1}`;
      if (statSync(younger, { throwIfNoEntry: false })) renameSync(younger, `${this.file}.${age}`);
    }
  }
}
