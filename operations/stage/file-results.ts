import { type Problem, WaybillError } from "../../core/errors.ts";
import type { FileRecord, FileResult } from "../../prisma/store/file.ts";
import type { MovePart } from "../../prisma/store/job/part.ts";
import type { StageInput } from "./stage.ts";

const CHUNK = 200;
/** After this many failed files the rest are not tried: the source is probably down altogether. */
const MOST_FAILED = 10;
const MOST_TOLD = 1000;

/** A file's row to be written, and the error behind it when it failed. */
export type Brought = { readonly result: FileResult; readonly fault?: WaybillError };
type JudgedMedia = Pick<FileResult, "warning"> & { readonly mediaType: string };

/** The row of a file that is in the working folder with the right bytes. */
export function verified(
  file: FileRecord,
  size: number,
  sha256: string,
  { mediaType, warning }: JudgedMedia,
  attempts: number,
): FileResult {
  return {
    ordinal: file.ordinal,
    size,
    sha256,
    mediaType,
    warning,
    attempts,
    errorCode: null,
    errorMessage: null,
  };
}

/** The row of a file that is not. */
export function failed({ ordinal }: FileRecord, attempts: number, code: string, message: string): FileResult {
  return {
    ordinal,
    size: null,
    sha256: null,
    mediaType: null,
    warning: null,
    attempts,
    errorCode: code,
    errorMessage: message,
  };
}

/** Collects the results of a job's files, writes them in chunks, and remembers failures. */
export class FileResults {
  readonly #input: StageInput;
  #waiting: FileResult[] = [];
  #changesWarnings = false;
  readonly #failed: { readonly file: FileRecord; readonly fault: WaybillError }[] = [];

  constructor(input: StageInput) {
    this.#input = input;
  }

  async add(file: FileRecord, { result, fault }: Brought): Promise<void> {
    this.#waiting.push(result);
    this.#changesWarnings ||= result.warning !== null || file.warning !== null;
    if (fault) this.#failed.push({ file, fault });
    if (this.#waiting.length >= CHUNK) await this.flush();
  }

  async flush(): Promise<void> {
    const { ctx, job, files } = this.#input;
    const results = await this.#take();
    await files.record(results, this.#changesWarnings);
    this.#changesWarnings = false;
    if (results.length > 0) ctx.changes.note({ batch: job.batchId, job: job.id });
  }

  /** When all is well and nothing is to be said about any file, what is left is written with the job's move. */
  async flushWithMove(): Promise<readonly MovePart[]> {
    if (this.#failed.length > 0 || this.#changesWarnings) {
      await this.flush();
      return [];
    }
    const results = await this.#take();
    return results.length === 0 ? [] : [this.#input.files.recordWithMove(results)];
  }

  /** Syncs the file names first, once for many files: a row must not survive a power loss that its file did not. */
  async #take(): Promise<readonly FileResult[]> {
    const { ports, job } = this.#input;
    const results = this.#waiting;
    this.#waiting = [];
    const there = results.filter(({ errorCode }) => errorCode === null);
    await ports.working.syncNames(
      job.id,
      there.map(({ ordinal }) => ordinal),
    );
    return results;
  }

  async *stopWhenTooManyFailed(files: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord> {
    for await (const file of files) {
      if (this.#failed.length >= MOST_FAILED) return;
      yield file;
    }
  }

  /** @throws WaybillError with the code of the first failed file and one problem per failed file, each with its line in the manifest */
  throwIfFailed(): void {
    const failed = this.#failed.sort((a, b) => a.file.ordinal - b.file.ordinal);
    const [first] = failed;
    if (!first) return;
    const problems: Problem[] = failed.slice(0, MOST_TOLD).map(({ file, fault }) => ({
      line: file.line ?? 0,
      code: fault.code,
      message: fault.message,
    }));
    const more =
      failed.length === 1
        ? ""
        : ` ${failed.length - 1} more ${failed.length === 2 ? "file" : "files"} failed too.`;
    const { host } = first.fault;
    throw new WaybillError(first.fault.code, `${first.fault.message}${more}`, {
      problems,
      ...(host !== undefined && { host }),
    });
  }
}
