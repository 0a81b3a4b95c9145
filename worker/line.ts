import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../lib/log.ts";
import type { Ask, Kind, LeaseTable, Wake } from "./engine/lease-table.ts";
import type { LineShape } from "./lines.ts";
import type { Delivery, WakeQueue, WakeWorker } from "./queues.ts";
import { Seldom } from "./seldom.ts";

type Surroundings = {
  readonly delivery: Delivery;
  readonly table: Pick<LeaseTable, "firstDue">;
  /** Answers how many rows it has had. */
  readonly run: (ask: Ask, onRow: () => void) => Promise<number>;
  /** Called when a handler has ended. */
  readonly onDone: () => void;
  readonly silentMs: number;
  readonly log: Log;
};

/** How long a queue may take to close once nothing runs. */
const CLOSE_MS = 1_000;
/** After it has found nothing free, how long scans leave the place without wake-ups alone: the row they see may be locked. */
const NOTHING_MS = 200;
/** The most handlers started at a time without a wake-up; each goes on with the next due row. */
const BY_HAND = 4;
/** While no wake-ups arrive, the pause before the next reopening doubles, up to this many times the first. */
const MOST_PATIENCE = 16;
/**
 * More queue errors than this within a second are a flood: what the queue needs is gone, and it retries without a
 * pause.
 */
const FLOOD = 20;
const FLOOD_MS = 1_000;
/** The message of ioredis when no answer came within `commandTimeout`. */
const TIMED_OUT = "Command timed out";

/**
 * One queue and the BullMQ worker that answers its wake-ups, and a watch over both. One place of several needs no wake-up:
 * it is for the row that is due when nothing else is, which so waits for no queue. A dead connection reports no error.
 * So when rows are overdue, handlers are free and none has started for a while, some rows are worked without a wake-up,
 * and the queue and the BullMQ worker are reopened.
 */
export class Line {
  readonly #parts: LineShape;
  readonly #around: Surroundings;
  #queue: WakeQueue;
  #worker: WakeWorker;
  #running = 0;
  #lastBegun = performance.now();
  /** Not reopened before this time: a new connection needs a moment, especially on a busy machine. */
  #openAgainAt = 0;
  #patience = 1;
  #isClosing = false;
  readonly #seldom: Seldom;
  #errors = { count: 0, since: 0 };
  readonly #handled = new Set<Promise<number>>();
  #isDirect = false;
  #foundNothingAt = Number.NEGATIVE_INFINITY;

  constructor(parts: LineShape, around: Surroundings) {
    this.#parts = parts;
    this.#around = around;
    this.#seldom = new Seldom(around.log);
    this.#queue = this.#openQueue();
    this.#worker = this.#openWorker();
  }

  /** The queue that is open now. */
  get queue(): WakeQueue {
    return this.#queue;
  }

  get kinds(): readonly Kind[] {
    return this.#parts.kinds;
  }

  get atOnce(): number {
    return this.#parts.places;
  }

  ready(): Promise<unknown> {
    return this.#worker.waitUntilReady();
  }

  /**
   * Works what is due of a kind at the place that needs no wake-up, since it was told of such a row or a scan has seen one.
   * @returns false: there is no such place, it is taken, or it has just found nothing that is free
   */
  direct(kind: Kind, because: "news" | "scan"): boolean {
    if (this.#isDirect || !hasDirect(this.#parts) || this.#isClosing) return false;
    if (because === "scan" && performance.now() - this.#foundNothingAt < NOTHING_MS) return false;
    this.#isDirect = true;
    void this.#begin({ kind }).then((rows) => {
      this.#isDirect = false;
      if (rows === 0) this.#foundNothingAt = performance.now();
    });
    return true;
  }

  /** Checks whether wake-ups still arrive; call it regularly. */
  async watch(): Promise<void> {
    const { silentMs, log } = this.#around;
    if (this.#running >= this.atOnce || performance.now() - this.#lastBegun < silentMs) return;
    const overdue = await this.#findOverdue();
    if (!overdue) return;
    log.warn({ line: this.#parts.name, ...overdue }, "no wake-ups are arriving: working without them");
    this.#lastBegun = performance.now();
    for (let count = 0; count < Math.min(BY_HAND, this.atOnce - this.#running); count += 1)
      void this.#begin(overdue);
    if (performance.now() < this.#openAgainAt) return;
    this.#waitBeforeOpening();
    // a hanging connection may never close
    void this.#worker.close(true).catch(() => undefined);
    this.#worker = this.#openWorker();
    this.#reopenQueue();
  }

  #waitBeforeOpening(): void {
    this.#openAgainAt = performance.now() + this.#patience * this.#around.silentMs;
    this.#patience = Math.min(MOST_PATIENCE, this.#patience * 2);
  }

  /**
   * Errors are logged once a minute. A flood of errors closes a BullMQ worker; `watch` reopens it once rows are
   * overdue.
   */
  #complain(error: Error, worker?: WakeWorker): void {
    this.#seldom.warn({ err: error, line: this.#parts.name }, "the queue reported an error");
    if (worker !== this.#worker) return;
    const now = performance.now();
    if (now - this.#errors.since > FLOOD_MS) this.#errors = { count: 0, since: now };
    this.#errors.count += 1;
    if (this.#errors.count !== FLOOD) return;
    this.#waitBeforeOpening();
    void this.#worker.close(true).catch(() => undefined);
  }

  /** A queue operation failed; if no answer came at all, the connection is half-open. */
  mistrust(error: unknown): void {
    if (error instanceof Error && error.message === TIMED_OUT) this.#reopenQueue();
  }

  #reopenQueue(): void {
    void this.#queue.close().catch(() => undefined);
    this.#queue = this.#openQueue();
  }

  /** Closes the line once running handlers have returned; does not wait for a queue that does not answer. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const closed = this.#worker.close().then(() => this.#queue.close());
    void closed.catch(() => undefined);
    await Promise.all(this.#handled);
    await Promise.race([closed, sleep(CLOSE_MS)]);
  }

  /** A wake-up that arrives while the line closes is left to other workers: its row is still due. */
  #begin(ask: Ask): Promise<number> {
    if (this.#isClosing) return Promise.resolve(0);
    const task = this.#handle(ask).finally(() => this.#handled.delete(task));
    this.#handled.add(task);
    return task;
  }

  async #handle(ask: Ask): Promise<number> {
    const { run, onDone } = this.#around;
    const begin = () => {
      // what begins without a wake-up does not show that they arrive
      if (ask.id !== undefined) this.#lastBegun = performance.now();
    };
    this.#running += 1;
    begin();
    try {
      return await run(ask, begin);
    } finally {
      this.#running -= 1;
      onDone();
    }
  }

  async #findOverdue(): Promise<Wake | undefined> {
    const { table, silentMs } = this.#around;
    const first = await table.firstDue();
    for (const kind of this.kinds) {
      const row = first.get(kind);
      if (row && row.overdueMs > silentMs) return { kind, id: row.id };
    }
    return undefined;
  }

  #openQueue(): WakeQueue {
    const queue = this.#around.delivery.queue(this.#parts.name);
    queue.on("error", (error) => this.#complain(error));
    return queue;
  }

  #openWorker(): WakeWorker {
    const { delivery } = this.#around;
    const { name, places, lockMs } = this.#parts;
    const concurrency = hasDirect(this.#parts) ? places - 1 : places;
    const woken = async (wake: Wake) => {
      this.#patience = 1;
      await this.#begin(wake);
    };
    const worker = delivery.worker(name, woken, { concurrency, lockMs });
    worker.on("error", (error) => this.#complain(error, worker));
    return worker;
  }
}

/** A single place is woken: whether wake-ups arrive is seen by what it does. */
function hasDirect({ places }: LineShape): boolean {
  return places > 1;
}
