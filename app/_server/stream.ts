import { setTimeout as pause } from "node:timers/promises";
import { narrowChange } from "../../core/access/narrow-change.ts";
import { type Actor, reachOf } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { type EventStream, eventStream } from "../../lib/event-stream.ts";
import type { Log } from "../../lib/log.ts";
import { MOST_OPEN_PER_PERSON } from "../../lib/open-per-person.ts";
import { CollectionLookup } from "../../operations/event/collection-lookup.ts";
import type { ChangeMessage } from "../../prisma/changes.ts";
import type { Db } from "../../prisma/client.ts";
import { type Listening, listen } from "../../prisma/listen.ts";

const RECHECK_MS = 30_000;
const HEAR_LIMIT_MS = 5_000;

type Follower = {
  actor: Actor;
  readonly stream: EventStream;
  /** Who the same request would act as now; undefined when it would be refused. */
  readonly again: () => Promise<Actor | undefined>;
};

/**
 * One listener for the changes of all processes, and the streams of everybody who follows them. Each is told only of
 * what its person may read. It is opened by the first follower.
 */
export class ChangeHub {
  readonly #url: string;
  readonly #lookup: CollectionLookup;
  readonly #log: Log;
  readonly #followers = new Set<Follower>();
  #listening: Listening | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ending = false;

  constructor(url: string, db: Db, log: Log) {
    this.#url = url;
    this.#lookup = new CollectionLookup(db);
    this.#log = log;
  }

  /** True once this process is stopping. */
  get ending(): boolean {
    return this.#ending;
  }

  /**
   * The stream of one request. It opens only when changes are heard, so that what a page reads then cannot be older
   * than what it is told. Errors: `shutting_down`, `too_many_requests` (more than 32 streams of one person),
   * `database_unavailable`.
   */
  async follow(actor: Actor, signal: AbortSignal, again: Follower["again"]): Promise<Response> {
    await this.#hears();
    if (this.#ending) throw new WaybillError("shutting_down", "Waybill is stopping. Try again in a moment.");
    const own = [...this.#followers].filter((follower) => follower.actor.id === actor.id);
    if (own.length >= MOST_OPEN_PER_PERSON) {
      throw new WaybillError(
        "too_many_requests",
        `You have ${own.length} pages open with live updates. Close some.`,
      );
    }
    const stream = eventStream(signal);
    const follower = { actor, stream, again };
    this.#followers.add(follower);
    void stream.closed.then(() => this.#followers.delete(follower));
    return stream.response;
  }

  /** Ends all streams and the listener, so that the process can exit. */
  async end(): Promise<void> {
    this.#ending = true;
    clearInterval(this.#timer);
    this.#closeAll();
    await this.#listening?.close();
  }

  /**
   * Whose account was closed, session or token ended, or who may read less than before, is no longer told what they may
   * not read. Runs when that happens, and every 30 s.
   */
  async recheck(): Promise<void> {
    for (const follower of this.#followers) {
      const actor = await follower.again().catch(() => undefined);
      if (actor) follower.actor = actor;
      else follower.stream.close();
    }
  }

  async #hears(): Promise<void> {
    if (this.#ending) return;
    this.#listening ??= listen(
      this.#url,
      (message) => void this.#tell(message).catch((error: unknown) => this.#missed(error)),
      () => this.#closeAll(),
      (error) => this.#log.warn({ err: error }, "changes.connection_lost"),
    );
    this.#timer ??= setInterval(() => void this.recheck(), RECHECK_MS).unref();
    const given = new AbortController();
    const late = pause(HEAR_LIMIT_MS, undefined, { signal: given.signal }).then(() => {
      throw new WaybillError(
        "database_unavailable",
        "Live updates are not available just now. Try again in a moment.",
      );
    });
    await Promise.race([this.#listening.ready, late]).finally(() => given.abort());
  }

  async #tell(message: ChangeMessage): Promise<void> {
    if (this.#followers.size === 0) return;
    if (message.people) await this.recheck();
    const isNarrow = [...this.#followers].some(({ actor }) => reachOf(actor, "read") !== "all");
    if (isNarrow) await this.#lookup.learn(message.batches, message.jobs);
    for (const { actor, stream } of this.#followers) {
      const note = narrowChange(message, actor, (id) => this.#lookup.of(id));
      if (note) stream.send("change", note);
    }
  }

  /** A page whose stream ends opens it again and reads everything anew, so nothing stays stale. */
  #closeAll(): void {
    for (const { stream } of this.#followers) stream.close();
  }

  #missed(error: unknown): void {
    this.#log.warn({ err: error }, "changes.not_told");
    this.#closeAll();
  }
}
