import type { Log } from "../lib/log.ts";
import type { DueRow, Kind, LeaseTable, Wake } from "./engine/lease-table.ts";
import type { WakeOpts, WakeQueue } from "./queues.ts";
import { Seldom } from "./seldom.ts";

/**
 * One queue, the kinds of rows it wakes, and how many are worked at a time. `mistrust`: called when the queue did not
 * answer.
 */
export type DispatchLine = {
  readonly queue: WakeQueue;
  readonly kinds: readonly Kind[];
  readonly atOnce: number;
  /** Works what is due of a kind without a wake-up. @returns whether it does */
  direct(kind: Kind, because: "scan"): boolean;
  mistrust(error: unknown): void;
};

type Looking = Pick<LeaseTable, "due" | "firstDue">;

/** Wake-ups kept waiting per handler: enough that no handler idles between two scans. */
const WINDOW = 4;

/** A row overdue for this long gets another wake-up under a new id, in case the first one died with a worker. */
const AGAIN_MS = 10_000;

/** The shortest time between two scans, after one that has found work, of which there may be more. */
const PAUSE_MS = 40;
/**
 * The same after one that has found none: what wakes the next scan is news. A small deposit is handed from line to line
 * several times, and each waited for a scan of a moment ago that had nothing to do with it.
 */
const SHORT_PAUSE_MS = 15;
/** The longest pause while scans fail; it doubles with each failure. */
const MOST_PAUSE_MS = 5_000;

/**
 * Scans for due rows and adds wake-ups for them to a line's queue. A bounded window keeps a batch of 100,000 jobs from
 * filling the queue. Each line has its own dispatcher, so that a queue that does not answer does not delay the others.
 * A wake-up's id consists of the row and its fence: adding it twice makes one wake-up, and after the lease has been
 * taken the next one counts as new.
 */
export class Dispatcher {
  readonly #table: Looking;
  readonly #line: DispatchLine;
  readonly #seldom: Seldom;
  #pauseMs = PAUSE_MS;
  /** Ids of wake-ups this process has added, with the time; only to avoid adding them again. */
  readonly #announced = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #isStopped = false;

  constructor(table: Looking, line: DispatchLine, log: Log) {
    this.#table = table;
    this.#line = line;
    this.#seldom = new Seldom(log);
  }

  /** Scans soon: after so many ms, or when the pause since the last scan is over. */
  poke(leastMs = 0): void {
    if (this.#timer || this.#isStopped) return;
    const wait = Math.max(leastMs, this.#lastLook + this.#pauseMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        this.#lastLook = performance.now();
        this.#timer = undefined;
      });
    }, wait);
  }

  /** A row's wake-up achieved nothing: allows another one for it. */
  again({ kind, id }: Wake): void {
    if (!this.#line.kinds.includes(kind)) return;
    for (const announced of this.#announced.keys())
      if (announced.startsWith(`${kind}-${id}-`)) this.#announced.delete(announced);
    this.poke();
  }

  /** Starts no more scans; resolves when none is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    try {
      this.#pauseMs = (await this.#fill()) ? PAUSE_MS : SHORT_PAUSE_MS;
    } catch (error) {
      if (this.#isStopped) return;
      this.#pauseMs = Math.min(MOST_PAUSE_MS, this.#pauseMs * 2);
      this.#seldom.warn({ err: error }, "wake-ups could not be queued");
      this.#line.mistrust(error);
    }
    const old = performance.now() - 3 * AGAIN_MS;
    for (const [id, at] of this.#announced) {
      if (at > old) break;
      this.#announced.delete(id);
    }
  }

  /** @returns whether there is work, queued or not */
  async #fill(): Promise<boolean> {
    const { queue, kinds, atOnce } = this.#line;
    const window = WINDOW * atOnce;
    // on a quiet day that is all there is to ask, and one statement for all lines
    const first = await this.#table.firstDue();
    const due = kinds.filter((kind) => first.has(kind));
    if (due.length === 0) return false;
    for (const kind of due) this.#line.direct(kind, "scan");
    // refilled by halves: adding one wake-up costs the queue as much as adding many
    if ((await queue.getWaitingCount()) > window / 2) return true;
    const wakes: { id: string; name: string; data: Wake; opts: WakeOpts }[] = [];
    for (const kind of due) {
      if (this.#isStopped) return true;
      for (const row of await this.#table.due(kind, window)) {
        const id = `${kind}-${row.id}-${row.fence}-${Math.floor(row.overdueMs / AGAIN_MS)}`;
        if (!this.#announced.has(id))
          wakes.push({ id, name: kind, data: { kind, id: row.id }, opts: optsOf(id, row) });
      }
    }
    if (wakes.length === 0) return true;
    await queue.addBulk(wakes.map(({ name, data, opts }) => ({ name, data, opts })));
    for (const { id } of wakes) this.#announced.set(id, performance.now());
    return true;
  }
}

function optsOf(id: string, { key }: DueRow): WakeOpts {
  const once = key === null ? { jobId: id } : { deduplication: { id: key, keepLastIfActive: true } as const };
  return { ...once, removeOnComplete: true, removeOnFail: true };
}
