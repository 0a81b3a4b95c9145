import type { Log } from "../lib/log.ts";
import type { Kind, LeaseTable } from "./engine/lease-table.ts";
import type { WakeQueue } from "./queues.ts";

/** One queue and the kinds of rows it wakes. `window`: most wake-ups that wait in it. */
export type Lane = { readonly queue: WakeQueue; readonly kinds: readonly Kind[]; readonly window: number };

/** A row overdue for this long is announced again under a new id, in case its wake-up died with a worker. */
const AGAIN_MS = 10_000;

/** Looks follow each other at most this often. */
const PAUSE_MS = 40;

/**
 * Looks for due rows and puts wake-ups for them in the queues, in a bounded window so that a batch of 100,000 jobs never
 * fills them. A row's wake-up has an id made of the row and its fence: announcing it twice is one wake-up, and once the
 * lease has been taken the next announcement is a new one.
 */
export class Dispatcher {
  readonly #table: LeaseTable;
  readonly #lanes: readonly Lane[];
  readonly #log: Log;
  /** Ids of wake-ups this process has announced, with the time; only to spare the queue repetitions. */
  readonly #announced = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;

  constructor(table: LeaseTable, lanes: readonly Lane[], log: Log) {
    this.#table = table;
    this.#lanes = lanes;
    this.#log = log;
  }

  /** Looks soon: at once, or when the pause since the last look is over. */
  poke(): void {
    if (this.#timer) return;
    const wait = Math.max(0, this.#lastLook + PAUSE_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#lastLook = performance.now();
        this.#timer = undefined;
      });
    }, wait);
  }

  /** Resolves when no look is under way; none is begun by itself. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    for (const lane of this.#lanes) {
      try {
        await this.#fill(lane);
      } catch (error) {
        this.#log.warn({ err: error }, "due work could not be announced");
      }
    }
    const old = performance.now() - 3 * AGAIN_MS;
    for (const [id, at] of this.#announced) {
      if (at > old) break;
      this.#announced.delete(id);
    }
  }

  async #fill({ queue, kinds, window }: Lane): Promise<void> {
    // refilled by halves: adding a wake-up at a time costs the queue as much as adding many
    if ((await queue.getWaitingCount()) > window / 2) return;
    const wakes = [];
    for (const kind of kinds) {
      for (const { id, fence, overdueMs } of await this.#table.due(kind, window)) {
        const jobId = `${kind}-${id}-${fence}-${Math.floor(overdueMs / AGAIN_MS)}`;
        if (this.#announced.has(jobId)) continue;
        wakes.push({
          name: kind,
          data: { kind, id },
          opts: { jobId, removeOnComplete: true, removeOnFail: true } as const,
        });
      }
    }
    if (wakes.length === 0) return;
    await queue.addBulk(wakes);
    for (const { opts } of wakes) this.#announced.set(opts.jobId, performance.now());
  }
}
