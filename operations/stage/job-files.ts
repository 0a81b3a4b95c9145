import type { Db } from "../../prisma/client.ts";
import type { Sql } from "../../prisma/sql.ts";
import {
  type FileRecord,
  type FileResult,
  type FileSize,
  filesPart,
  listFiles,
  listNamedFiles,
  recordEstimates,
  recordFiles,
  resetFiles,
} from "../../prisma/store/file.ts";
import type { MovePart } from "../../prisma/store/job/part.ts";
import { keepFileWarnings } from "../../prisma/store/step.ts";

const PAGE = 1000;

type Database = Sql & Pick<Db, "transact">;

/** A job under its lease. */
type Leased = { readonly jobId: string; readonly fence: bigint };

/** The condition of each list, for files that are in memory; in the database it is `listFiles`'s. */
const IS = {
  all: () => true,
  verified: ({ isVerified }) => isVerified,
  unverified: ({ isVerified }) => !isVerified,
  unlooked: ({ url, declaredSize, estimatedSize, isVerified }) =>
    url !== null && declaredSize === null && estimatedSize === null && !isVerified,
} as const satisfies Record<Parameters<typeof listFiles>[2], (file: FileRecord) => boolean>;

/**
 * The files of a running job, in manifest order, and the only way to change them: while its lease is held, nobody else
 * does. Up to a page of files is read once per run and kept; more are read from the database a page at a time.
 */
export class JobFiles {
  readonly #db: Database;
  readonly #job: Leased;
  readonly #signal: AbortSignal;
  /** All of them by place, if they are few; null: they are many; undefined: not read yet. */
  #kept: Map<number, FileRecord> | null | undefined;

  /** `files`: all of them, where they have been loaded with the job. */
  constructor(db: Database, job: Leased, signal: AbortSignal, files?: readonly FileRecord[]) {
    this.#db = db;
    this.#job = job;
    this.#signal = signal;
    this.#kept = files && byPlace(files);
  }

  /** Files whose size neither the manifest nor the source has given yet. */
  unlooked(): AsyncGenerator<FileRecord> {
    return this.#read("unlooked");
  }

  verified(): AsyncGenerator<FileRecord> {
    return this.#read("verified");
  }

  unverified(): AsyncGenerator<FileRecord> {
    return this.#read("unverified");
  }

  /** All of them. `sql`: the connection; inside a transaction, that transaction. */
  all(sql: Sql = this.#db): AsyncGenerator<FileRecord> {
    return this.#read("all", sql);
  }

  /** Files with one of these names. */
  async named(names: readonly string[]): Promise<readonly FileRecord[]> {
    const kept = await this.#few(this.#db);
    if (!kept) return listNamedFiles(this.#db, this.#job.jobId, names);
    return [...kept.values()].filter(({ name }) => names.includes(name));
  }

  /** The files themselves if they are few. */
  async few(): Promise<readonly FileRecord[] | undefined> {
    const kept = await this.#few(this.#db);
    return kept ? [...kept.values()] : undefined;
  }

  /** The rows were made, or made anew: they are read again. */
  changed(): void {
    this.#kept = undefined;
  }

  /** Records the sizes that sources reported for some files. */
  async recordSizes(sizes: readonly FileSize[]): Promise<void> {
    const { jobId, fence } = this.#job;
    await recordEstimates(this.#db, jobId, fence, sizes);
    for (const { ordinal, size } of sizes) this.#change(ordinal, { estimatedSize: BigInt(size) });
  }

  /** Records what came of fetching some files. `withWarnings`: what is said about the job's files may have changed. */
  async record(results: readonly FileResult[], withWarnings: boolean): Promise<void> {
    const { jobId, fence } = this.#job;
    if (!withWarnings) await recordFiles(this.#db, jobId, fence, results);
    else
      await this.#db.transact(async (tx) => {
        await recordFiles(tx, jobId, fence, results);
        await keepFileWarnings(tx, jobId, fence);
      });
    this.#note(results);
  }

  /** The same, without warnings, as a part of the job's next move: nothing more is done before that. */
  recordWithMove(results: readonly FileResult[]): MovePart {
    this.#note(results);
    return filesPart(this.#job.jobId, results);
  }

  #note(results: readonly FileResult[]): void {
    for (const { ordinal, size, sha256, mediaType, warning } of results)
      this.#change(ordinal, {
        size: size === null ? null : BigInt(size),
        sha256,
        mediaType,
        warning,
        isVerified: sha256 !== null,
      });
  }

  /** Makes files that are gone from the job's folder unverified again. @returns how many were verified */
  async forget(ordinals: readonly number[]): Promise<number> {
    const count = await resetFiles(this.#db, this.#job, ordinals);
    for (const ordinal of ordinals) this.#change(ordinal, { size: null, sha256: null, isVerified: false });
    return count;
  }

  #change(ordinal: number, change: Partial<FileRecord>): void {
    const file = this.#kept?.get(ordinal);
    if (file) this.#kept?.set(ordinal, { ...file, ...change });
  }

  async #few(sql: Sql): Promise<ReadonlyMap<number, FileRecord> | null> {
    if (this.#kept === undefined) {
      const page = await listFiles(sql, this.#job.jobId, "all", { after: 0, most: PAGE });
      this.#kept = page.length < PAGE ? byPlace(page) : null;
    }
    return this.#kept;
  }

  async *#read(which: keyof typeof IS, sql: Sql = this.#db): AsyncGenerator<FileRecord> {
    const kept = await this.#few(sql);
    if (!kept) return yield* this.#pages(which, sql);
    for (const file of [...kept.values()].filter(IS[which])) {
      this.#signal.throwIfAborted();
      yield file;
    }
  }

  async *#pages(which: keyof typeof IS, sql: Sql): AsyncGenerator<FileRecord> {
    let after = 0;
    for (;;) {
      const page = await listFiles(sql, this.#job.jobId, which, { after, most: PAGE });
      for (const file of page) {
        this.#signal.throwIfAborted();
        yield file;
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.ordinal;
    }
  }
}

function byPlace(files: readonly FileRecord[]): Map<number, FileRecord> {
  return new Map(files.map((file) => [file.ordinal, file]));
}
