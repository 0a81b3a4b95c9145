import { setTimeout as pause } from "node:timers/promises";
import { narrowChange } from "../../core/access/narrow-change.ts";
import { type Actor, reachOf } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { eventStream } from "../../lib/event-stream.ts";
import type { Log } from "../../lib/log.ts";
import { PositionNews } from "../../lib/position-news.ts";
import type { PulledStream } from "../../lib/pulled-stream.ts";
import { TaskNews } from "../../lib/task-news.ts";
import { CollectionLookup } from "../../operations/event/collection-lookup.ts";
import type { ChangeMessage } from "../../prisma/changes.ts";
import type { Db } from "../../prisma/client.ts";
import { type Listening, listen } from "../../prisma/listen.ts";
import { readLastPosition } from "../../prisma/store/feed.ts";
import { type Follower, Followers } from "./followers.ts";

const RECHECK_MS = 30_000;
const HEAR_LIMIT_MS = 5_000;

/**
 * One listener for the changes and positions of all processes, and the streams of everybody who follows them. Each is told
 * only of what its person may read. It is opened by the first follower.
 */
export class ChangeHub {
  readonly #url: string;
  readonly #lookup: CollectionLookup;
  readonly #log: Log;
  readonly #followers = new Followers();
  readonly #news: PositionNews;
  readonly #tasks = new TaskNews();
  #listening: Listening | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ending = false;

  constructor(url: string, db: Db, log: Log) {
    this.#url = url;
    this.#lookup = new CollectionLookup(db);
    this.#log = log;
    this.#news = new PositionNews(() => readLastPosition(db));
  }

  /** True once this process is stopping. */
  get ending(): boolean {
    return this.#ending;
  }

  /**
   * The stream of one request for changes. It opens only when changes are heard, so that what a page reads then cannot be
   * older than what it is told. Errors: as `follow`, `database_unavailable`.
   */
  async followChanges(actor: Actor, signal: AbortSignal, again: Follower["again"]): Promise<Response> {
    await this.#hears();
    this.#requireRoom(actor);
    const { response, ...stream } = eventStream(signal);
    this.#followers.add({ actor, stream, again, send: stream.send });
    return response;
  }

  /**
   * A stream that its maker fills, closed like all others when its person may not have it any more. `open` gets who follows,
   * with the rights of that moment. Errors: `shutting_down`, `too_many_requests` (more than 32 streams of one person).
   */
  follow(
    actor: Actor,
    again: Follower["again"],
    open: (follower: Pick<Follower, "actor">) => PulledStream,
  ): Response {
    this.#listen();
    this.#requireRoom(actor);
    const who = { actor };
    const { response, ...stream } = open(who);
    this.#followers.add(Object.assign(who, { stream, again }));
    return response;
  }

  /** News of positions; from now on they are listened for. */
  hints(): PositionNews {
    this.#listen();
    return this.#news;
  }

  /** News of tasks; from now on they are listened for. */
  taskHints(): TaskNews {
    this.#listen();
    return this.#tasks;
  }

  /** Ends all streams and waits and the listener, so that the process can exit. */
  async end(): Promise<void> {
    this.#ending = true;
    clearInterval(this.#timer);
    this.#news.end();
    this.#tasks.end();
    this.#followers.closeAll();
    await this.#listening?.close();
  }

  /**
   * Whose account was closed, session or token ended, or who may read less than before, is no longer told what they may
   * not read. Runs when that happens, and every 30 s.
   */
  recheck(): Promise<void> {
    return this.#followers.recheck();
  }

  #requireRoom(actor: Actor): void {
    if (this.#ending) throw new WaybillError("shutting_down", "Waybill is stopping. Try again in a moment.");
    this.#followers.requireRoom(actor);
  }

  #listen(): void {
    if (this.#ending || this.#listening) return;
    this.#listening = listen(
      this.#url,
      (message) => void this.#tell(message).catch((error: unknown) => this.#missed(error)),
      () => {
        this.#followers.closeAll();
        void this.#news.look();
      },
      (error) => this.#log.warn({ err: error }, "changes.connection_lost"),
      (_, position) => this.#news.tell(position),
    );
    // what was given before it listened
    void this.#listening.ready.then(() => this.#news.look());
    this.#timer = setInterval(() => void this.recheck(), RECHECK_MS).unref();
  }

  async #hears(): Promise<void> {
    this.#listen();
    if (!this.#listening) return;
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
    if (message.tasks) this.#tasks.tell();
    if (message.people) await this.recheck();
    const told = [...this.#followers].filter(({ send }) => send);
    if (told.some(({ actor }) => reachOf(actor, "read") !== "all"))
      await this.#lookup.learn(message.batches, message.jobs);
    for (const { actor, send } of told) {
      const note = narrowChange(message, actor, (id) => this.#lookup.of(id));
      if (note) send?.("change", note);
    }
  }

  /** A page whose stream ends opens it again and reads everything anew, so nothing stays stale. */
  #missed(error: unknown): void {
    this.#log.warn({ err: error }, "changes.not_told");
    this.#followers.closeAll();
  }
}
