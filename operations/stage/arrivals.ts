import { noteReceived } from "../../prisma/store/file.ts";
import type { StageInput } from "./stage.ts";

const NOTE_MS = 1_000;

/** The ordinal under which a job's container is counted. */
export const CONTAINER = 0;

/**
 * Records how much of a job's files has been received while they are being fetched, so that pages show progress: all
 * changes in one statement, once a second. A file that arrives within that second costs nothing. This is for display
 * only, so a failed write is ignored.
 */
export class Arrivals {
  readonly #input: StageInput;
  readonly #bytes = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(input: StageInput) {
    this.#input = input;
  }

  /** The callback for each chunk of a fetch. */
  of(ordinal: number): (receivedBytes: number) => void {
    return (receivedBytes) => {
      this.#bytes.set(ordinal, receivedBytes);
      this.#timer ??= setTimeout(() => this.#note(), NOTE_MS);
    };
  }

  /** The file has arrived or failed: its row takes over. */
  forget(ordinal: number): void {
    this.#bytes.delete(ordinal);
  }

  /** Nothing is written after this. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#bytes.clear();
    await this.#writing;
  }

  #note(): void {
    this.#timer = undefined;
    const { ctx, job, fence } = this.#input;
    const received = [...this.#bytes].map(([ordinal, bytes]) => ({ ordinal, bytes }));
    this.#bytes.clear();
    if (received.length === 0) return;
    this.#writing = noteReceived(ctx.db, { jobId: job.id, fence }, received).then(
      () => ctx.changes.note({ batch: job.batchId, job: job.id }),
      (error: unknown) => ctx.log.debug({ job: job.id, err: error }, "progress could not be recorded"),
    );
  }
}
