import { setMaxListeners } from "node:events";
import { WaybillError } from "../../core/errors.ts";
import { LEASED } from "../../core/leased.ts";
import type { Log } from "../../lib/log.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import type { Kind, LeaseTable } from "./lease-table.ts";

type Held = {
  readonly kind: Kind;
  readonly id: string;
  readonly fence: bigint;
  readonly abort: AbortController;
};

/** When a lease's row is locked, usually by its own work, the renewal is tried again after this time. */
const LOCKED_MS = 100;

const stopping = () => new WaybillError("shutting_down", "The worker is stopping.");

/** How often to check whether this process was suspended or blocked. */
const WATCH_MS = 250;

/**
 * Clocks in milliseconds. Whatever stops the process, at least one of them keeps running; one of them may be set,
 * another may stand still.
 */
export type Clocks = readonly (() => number)[];
const CLOCKS: Clocks = [wakingNow, () => Date.now()];

/** What a keeper needs. `leaseMs`: how long a lease lasts unless it is renewed. */
export type KeeperParts = {
  readonly log: Log;
  readonly faultPoint: (name: string) => Promise<void>;
  readonly leaseMs: (kind: Kind) => number;
  readonly clocks?: Clocks;
};

/**
 * Renews all leases of this process every `everyMs`, with one statement per kind. Work whose lease is lost is aborted.
 * If the process was suspended, stopped or blocked for longer than a lease lasts, its leases count as lost as soon as
 * it notices. A renewal that cannot reach the database is tried again; until then the fence protects the data.
 */
export class LeaseKeeper {
  readonly #table: LeaseTable;
  readonly #parts: KeeperParts;
  readonly #held = new Set<Held>();
  readonly #timers: readonly NodeJS.Timeout[];
  /** The clocks' values at the last check. */
  #seen: readonly number[];
  #stopping = false;
  #isEnded = false;
  #renewing: Promise<void> | undefined;

  constructor(table: LeaseTable, everyMs: number, parts: KeeperParts) {
    this.#table = table;
    this.#parts = parts;
    this.#seen = this.#now();
    this.#timers = [
      setInterval(() => this.#renew(), Math.max(10, everyMs)),
      setInterval(() => this.#watch(), WATCH_MS),
    ];
  }

  /** Starts to keep a lease. `done` ends that; `signal` aborts when the lease is lost or the process stops. */
  hold(kind: Kind, id: string, fence: bigint): { readonly signal: AbortSignal; done(): void } {
    const held: Held = { kind, id, fence, abort: new AbortController() };
    // every file in progress adds a listener, and so does each of its requests; Node would report more than ten as a
    // leak
    setMaxListeners(0, held.abort.signal);
    // an older lease of the same row is lost, or this one could not have been taken
    for (const other of this.#held) if (other.kind === kind && other.id === id) this.#lose(other);
    this.#held.add(held);
    // it was taken while the process began to stop
    if (this.#stopping) held.abort.abort(stopping());
    return { signal: held.abort.signal, done: () => void this.#held.delete(held) };
  }

  /** Whether nothing new should be started. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Aborts all work in progress, for a shutdown; the holders give their leases back. */
  abortAll(): void {
    this.#stopping = true;
    for (const held of this.#held) held.abort.abort(stopping());
  }

  /** Stops renewing; resolves when the current renewal has ended. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#isEnded = true;
    await this.#renewing;
  }

  /** One renewal at a time; requests that come meanwhile are left to the next one. `which`: all that are held when left out. */
  #renew(which: readonly Held[] = [...this.#held]): void {
    if (this.#isEnded) return;
    this.#watch();
    this.#renewing ??= this.#renewAll(which).finally(() => {
      this.#renewing = undefined;
    });
  }

  async #renewAll(which: readonly Held[]): Promise<void> {
    for (const kind of LEASED) {
      const mine = which.filter((held) => held.kind === kind && this.#held.has(held));
      if (mine.length > 0) await this.#renewKind(kind, mine);
    }
  }

  async #renewKind(kind: Kind, mine: readonly Held[]): Promise<void> {
    try {
      await this.#parts.faultPoint(`${kind}:renewing`);
      const { kept, locked } = await this.#table.renew(kind, mine);
      await this.#parts.faultPoint(`${kind}:renewed`);
      for (const held of mine) if (!kept.has(held.id)) this.#lose(held);
      const again = mine.filter(({ id }) => locked.includes(id));
      if (again.length > 0) setTimeout(() => this.#renew(again), LOCKED_MS).unref();
    } catch (error) {
      this.#parts.log.warn({ err: error }, "leases could not be renewed");
    }
  }

  #now(): readonly number[] {
    return (this.#parts.clocks ?? CLOCKS).map((clock) => clock());
  }

  #watch(): void {
    const now = this.#now();
    const awayMs = Math.max(...now.map((at, place) => at - (this.#seen[place] ?? at)));
    this.#seen = now;
    const lost = [...this.#held].filter(({ kind }) => awayMs > this.#parts.leaseMs(kind));
    if (lost.length === 0) return;
    this.#parts.log.warn(
      { awayMs: Math.round(awayMs), leases: lost.length },
      "this process was suspended or blocked; its leases count as lost",
    );
    for (const held of lost) this.#lose(held);
  }

  #lose(held: Held): void {
    if (this.#held.has(held))
      held.abort.abort(new WaybillError("lease_lost", `The lease on ${held.id} is lost.`));
  }
}
