import { randomFillSync } from "node:crypto";
import { statfsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { readDisk, reserveOf } from "../../adapters/disk/reserve.ts";
import { messageOf } from "../problem.ts";

const MIB = 1_048_576;
const MOST_BYTES = 64 * MIB;
/** Less helps nobody: PostgreSQL writes its log in files of 16 MiB. */
const LEAST_BYTES = MIB;
/** With less than this free, PostgreSQL is in want of space. */
export const SCARCE_BYTES = 32 * MIB;

export interface BallastOptions {
  /** On the disk that shall have it; PostgreSQL's data folder. */
  readonly folder: string;
  /** DISK_RESERVE; the ballast is half of the reserve, and at most 64 MiB. */
  readonly reserveBytes: number | undefined;
  readonly say: (sentence: string) => void;
}

/**
 * A file without meaning beside the cluster. Waybill itself leaves the reserve free, but others may fill the disk, and a
 * PostgreSQL that finds no space for its log ends and cannot start again. Then this file is given up for it, and made again
 * when there is space.
 */
export class Ballast {
  readonly #file: string;
  readonly #options: BallastOptions;
  #work: Promise<unknown> = Promise.resolve();
  #trouble = "";

  constructor(options: BallastOptions) {
    this.#options = options;
    this.#file = path.join(options.folder, "ballast");
  }

  /** Bytes this user may still write on the disk. */
  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#options.folder);
    return bavail * bsize;
  }

  /** Gives it up when next to nothing is free, makes it when there is plenty. To be called now and then; never throws. */
  look(): Promise<void> {
    return this.#inTurn(async () => {
      const disk = await readDisk(this.#options.folder);
      const bytes = Math.min(MOST_BYTES, Math.floor(reserveOf(disk, this.#options.reserveBytes) / 2));
      const isThere = await this.#isThere();
      if (isThere && disk.freeBytes < bytes / 4) await this.#remove();
      else if (!isThere && bytes >= LEAST_BYTES && disk.freeBytes >= 3 * bytes) await this.#make(bytes);
    });
  }

  /** @returns whether there was one */
  async giveUp(): Promise<boolean> {
    let wasThere = false;
    await this.#inTurn(async () => {
      // also what a start that was killed has left of one
      await rm(`${this.#file}.new`, { force: true });
      wasThere = await this.#isThere();
      if (wasThere) await this.#remove();
    });
    return wasThere;
  }

  /** Settles when nothing of it is under way, so that its disk is let go of. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#work.then(work).catch((thrown: unknown) => {
      // it is looked after every few seconds, and the same trouble is told once
      if (messageOf(thrown) === this.#trouble) return;
      this.#trouble = messageOf(thrown);
      this.#options.say(`The ballast ${this.#file} cannot be seen to: ${this.#trouble}.`);
    });
    this.#work = next;
    return next;
  }

  async #isThere(): Promise<boolean> {
    return (await stat(this.#file).catch(() => undefined)) !== undefined;
  }

  async #remove(): Promise<void> {
    await rm(this.#file, { force: true });
    this.#options.say(
      `The disk of ${this.#options.folder} is full. Its ballast was given up, so that PostgreSQL goes on for a while: make room there now.`,
    );
  }

  /** Bytes that no file system can compress away, and that are truly on the disk. */
  async #make(bytes: number): Promise<void> {
    const unfinished = `${this.#file}.new`;
    const handle = await open(unfinished, "w", 0o600);
    try {
      const chunk = Buffer.alloc(MIB);
      for (let at = 0; at < bytes; at += MIB) {
        const { length } = randomFillSync(chunk.subarray(0, Math.min(MIB, bytes - at)));
        await handle.write(chunk, 0, length, at);
      }
      await handle.sync();
      await rename(unfinished, this.#file);
    } finally {
      await handle.close();
      await rm(unfinished, { force: true });
    }
  }
}
