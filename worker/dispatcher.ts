import type { Log } from "../lib/log.ts";
import type { DueRow, Kind, LeaseTable, Wake } from "./engine/lease-table.ts";
import type { WakeOpts, WakeQueue } from "./queues.ts";
import { Seldom } from "./seldom.ts";

/** One queue, the kinds of rows it wakes, and how many are worked at a time. `mistrust`: it did not answer. */
export type DispatchLine = {
  readonly queue: WakeQueue;
  readonly kinds: readonly Kind[];
  readonly atOnce: number;
  mistrust(error: unknown): void;
};

/** Wake-ups waiting per handler at a time: enough that nobody idles between two looks. */
const WINDOW = 4;

/** A row overdue for this long is announced again under a new id, in case its wake-up died with a worker. */
const AGAIN_MS = 10_000;

/** Looks follow each other at most this often. */
const PAUSE_MS = 40;
/** Longest pause while looks fail; it doubles with each. */
const MOST_PAUSE_MS = 5_000;

/**
 * Looks for due rows and puts wake-ups for them in a line's queue, in a bounded window so that a batch of 100,000 jobs
 * never fills it. Each line has its own, so that a queue that does not answer keeps no other waiting. A row's wake-up has an id made of the row and its fence: announcing it twice is one wake-up, and once the
 * lease has been taken the next announcement is a new one.
 */
export class Dispatcher {
  readonly #table: LeaseTable;
  readonly #line: DispatchLine;
  readonly #seldom: Seldom;
  #pauseMs = PAUSE_MS;
  /** Ids of wake-ups this process has announced, with the time; only to spare the queue repetitions. */
  readonly #announced = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #isStopped = false;

  constructor(table: LeaseTable, line: DispatchLine, log: Log) {
    this.#table = table;
    this.#line = line;
    this.#seldom = new Seldom(log);
  }

  /** Looks soon: at once, or when the pause since the last look is over. */
  poke(): void {
    if (this.#timer || this.#isStopped) return;
    const wait = Math.max(0, this.#lastLook + this.#pauseMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#lastLook = performance.now();
        this.#timer = undefined;
      });
    }, wait);
  }

  /** A row's wake-up came to nothing: it is announced again once another one may find it. */
  again({ kind, id }: Wake): void {
    if (!this.#line.kinds.includes(kind)) return;
    for (const announced of this.#announced.keys())
      if (announced.startsWith(`${kind}-${id}-`)) this.#announced.delete(announced);
    this.poke();
  }

  /** Resolves when no look is under way; none is begun any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    try {
      await this.#fill();
      this.#pauseMs = PAUSE_MS;
    } catch (error) {
      if (this.#isStopped) return;
      this.#pauseMs = Math.min(MOST_PAUSE_MS, this.#pauseMs * 2);
      this.#seldom.warn({ err: error }, "due work could not be announced");
      this.#line.mistrust(error);
    }
    const old = performance.now() - 3 * AGAIN_MS;
    for (const [id, at] of this.#announced) {
      if (at > old) break;
      this.#announced.delete(id);
    }
  }

  async #fill(): Promise<void> {
    const { queue, kinds, atOnce } = this.#line;
    const window = WINDOW * atOnce;
    // refilled by halves: adding a wake-up at a time costs the queue as much as adding many
    if ((await queue.getWaitingCount()) > window / 2) return;
    const wakes: { id: string; name: string; data: Wake; opts: WakeOpts }[] = [];
    for (const kind of kinds) {
      if (this.#isStopped) return;
      for (const row of await this.#table.due(kind, window)) {
        const id = `${kind}-${row.id}-${row.fence}-${Math.floor(row.overdueMs / AGAIN_MS)}`;
        if (!this.#announced.has(id))
          wakes.push({ id, name: kind, data: { kind, id: row.id }, opts: optsOf(id, row) });
      }
    }
    if (wakes.length === 0) return;
    await queue.addBulk(wakes.map(({ name, data, opts }) => ({ name, data, opts })));
    for (const { id } of wakes) this.#announced.set(id, performance.now());
  }
}

function optsOf(id: string, { key }: DueRow): WakeOpts {
  const once = key === null ? { jobId: id } : { deduplication: { id: key, keepLastIfActive: true } as const };
  return { ...once, removeOnComplete: true, removeOnFail: true };
}
