import { noteReceived } from "../../prisma/store/file.ts";
import type { StageInput } from "./stage.ts";

const NOTE_MS = 1_000;

/** The place under which a job's container counts. */
export const CONTAINER = 0;

/**
 * Notes how much of a job's files has come while they are being fetched, so that pages show bytes as they come: all that
 * changed in one statement, once a second. A file that comes within that second costs nothing. What is noted is only for
 * the eye, so a note that fails is left out.
 */
export class Arrivals {
  readonly #input: StageInput;
  readonly #bytes = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(input: StageInput) {
    this.#input = input;
  }

  /** What a fetch calls with each piece. */
  of(ordinal: number): (receivedBytes: number) => void {
    return (receivedBytes) => {
      this.#bytes.set(ordinal, receivedBytes);
      this.#timer ??= setTimeout(() => this.#note(), NOTE_MS);
    };
  }

  /** The file is there, or will not be: its row says the rest. */
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
      (error: unknown) => ctx.log.debug({ job: job.id, err: error }, "bytes that came were not noted"),
    );
  }
}
