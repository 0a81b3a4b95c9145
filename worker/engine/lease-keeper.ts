import { QueueError } from "../../core/errors.ts";
import type { Log } from "../../lib/log.ts";
import { KINDS, type Kind, type LeaseTable } from "./lease-table.ts";

type Held = {
  readonly kind: Kind;
  readonly id: string;
  readonly fence: bigint;
  readonly abort: AbortController;
};

/** A lease whose row somebody has locked, its own work above all, is renewed again this much later. */
const LOCKED_MS = 100;

/**
 * Renews all leases of this process with one statement per kind, each `everyMs`. Work whose lease is lost
 * is aborted. A renewal that cannot reach the database is tried again; the fence guards what happens meanwhile.
 */
export class LeaseKeeper {
  readonly #table: LeaseTable;
  readonly #log: Log;
  readonly #held = new Set<Held>();
  readonly #faultPoint: (name: string) => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #stopping = false;
  #isEnded = false;
  #renewing: Promise<void> | undefined;

  constructor(
    table: LeaseTable,
    everyMs: number,
    { log, faultPoint }: { readonly log: Log; readonly faultPoint: (name: string) => Promise<void> },
  ) {
    this.#table = table;
    this.#log = log;
    this.#faultPoint = faultPoint;
    this.#timer = setInterval(() => this.#renew(), Math.max(10, everyMs));
  }

  /** Starts to keep a lease. `done` ends it; `signal` aborts when it is lost or the process stops. */
  hold(kind: Kind, id: string, fence: bigint): { readonly signal: AbortSignal; done(): void } {
    const held: Held = { kind, id, fence, abort: new AbortController() };
    this.#held.add(held);
    return { signal: held.abort.signal, done: () => void this.#held.delete(held) };
  }

  /** Whether nothing new should be begun. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Aborts everything under way, for a stop; the leases are given back by those who hold them. */
  abortAll(): void {
    this.#stopping = true;
    for (const held of this.#held)
      held.abort.abort(new QueueError("shutting_down", "The worker is stopping."));
  }

  /** Renews no more; resolves when the renewal under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isEnded = true;
    await this.#renewing;
  }

  /** One renewal at a time: what comes meanwhile is left to the next. */
  #renew(): void {
    if (this.#isEnded) return;
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined;
    });
  }

  async #renewAll(): Promise<void> {
    for (const kind of KINDS) {
      const mine = [...this.#held].filter((held) => held.kind === kind);
      if (mine.length > 0) await this.#renewKind(kind, mine);
    }
  }

  async #renewKind(kind: Kind, mine: readonly Held[]): Promise<void> {
    try {
      await this.#faultPoint(`${kind}:renewing`);
      const { kept, locked } = await this.#table.renew(kind, mine);
      await this.#faultPoint(`${kind}:renewed`);
      for (const held of mine) if (!kept.has(held.id)) this.#lose(held);
      if (locked.length > 0) setTimeout(() => this.#renew(), LOCKED_MS).unref();
    } catch (error) {
      this.#log.warn({ err: error }, "leases could not be renewed");
    }
  }

  #lose(held: Held): void {
    if (this.#held.has(held))
      held.abort.abort(new QueueError("lease_lost", `The lease on ${held.id} is lost.`));
  }
}
