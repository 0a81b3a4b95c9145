import type { Sql } from "../../prisma/sql.ts";
import { type FileRecord, listFiles, listNamedFiles } from "../../prisma/store/file.ts";

const PAGE = 1000;

/** The files of a running job, in manifest order, read from the database a page at a time. */
export class JobFiles {
  readonly #db: Sql;
  readonly #jobId: string;
  readonly #signal: AbortSignal;
  #downloaded: readonly FileRecord[] | undefined;

  constructor(db: Sql, jobId: string, signal: AbortSignal) {
    this.#db = db;
    this.#jobId = jobId;
    this.#signal = signal;
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

  /**
   * All of them as Downloading left them. They do not change afterwards, so a list of one page is read once per run.
   * `sql`: the connection; inside a transaction, that transaction.
   */
  async *downloaded(sql: Sql = this.#db): AsyncGenerator<FileRecord> {
    if (this.#downloaded) {
      yield* this.#downloaded;
      return;
    }
    const first: FileRecord[] = [];
    for await (const file of this.#read("all", sql)) {
      if (first.length < PAGE) first.push(file);
      yield file;
    }
    if (first.length < PAGE) this.#downloaded = first;
  }

  /** Files with one of these names. */
  async named(names: readonly string[]): Promise<readonly FileRecord[]> {
    let count = 0;
    const found: FileRecord[] = [];
    for await (const file of this.downloaded()) {
      if (names.includes(file.name)) found.push(file);
      count += 1;
      if (count >= PAGE) return listNamedFiles(this.#db, this.#jobId, names);
    }
    return found;
  }

  async *#read(which: Parameters<typeof listFiles>[2], sql: Sql = this.#db): AsyncGenerator<FileRecord> {
    let after = 0;
    for (;;) {
      const page = await listFiles(sql, this.#jobId, which, { after, most: PAGE });
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
