import type { Leased } from "../core/leased.ts";
import { Share, within } from "../lib/shares.ts";
import type { Db } from "./client.ts";

/** The PostgreSQL channel for changes, which wake workers and refresh pages. */
export const CHANNEL = "waybill";

/** What changed; ids only. `due`: something became due for a worker, and of which kinds where that is known. */
export type Change = {
  readonly batch?: string | undefined;
  readonly job?: string | undefined;
  readonly mail?: boolean | undefined;
  /** A person acted on a lane: a hold, a halt, its settings. */
  readonly lane?: boolean | undefined;
  /** A collection or the whole intake was held or released. */
  readonly collection?: boolean | undefined;
  /** A person's rights have changed, or one of their sessions or tokens has ended. */
  readonly people?: boolean | undefined;
  /** A task was accepted, has moved or got further. */
  readonly task?: boolean | undefined;
  readonly due?: boolean | readonly Leased[] | undefined;
};

/**
 * The payload of one notification. `wakes`: the kinds of rows that became due, as far as known; a process of an older version
 * does not tell them. `more`: there are too many ids to name; reload everything shown.
 */
export type ChangeMessage = {
  readonly batches: readonly string[];
  readonly jobs: readonly string[];
  readonly mails: boolean;
  readonly lanes: boolean;
  readonly collections: boolean;
  readonly people: boolean;
  readonly tasks: boolean;
  readonly due: boolean;
  readonly wakes?: readonly Leased[];
  readonly more: boolean;
};

/** NOTIFY takes 8,000 bytes; an id is 40 characters with its quotes. */
const MOST_IDS = 150;
const COALESCE_MS = 25;

/** What hears each change at once, in the process that notes it. */
type Hear = (change: Change) => void;

/**
 * Collects changes and publishes them after the commit, at most every 25 ms, and at once when nothing was published for as
 * long: inside a transaction NOTIFY would make all commits wait for one lock. A lost notification costs only latency, since
 * everything is also polled.
 */
export class Changes {
  readonly #db: Db;
  readonly #failed: (error: unknown) => void;
  readonly #share = new Share(1);
  #batches = new Set<string>();
  #jobs = new Set<string>();
  #mails = false;
  #lanes = false;
  #collections = false;
  #people = false;
  #tasks = false;
  #due = false;
  #wakes = new Set<Leased>();
  #timer: NodeJS.Timeout | undefined;
  #publishedAt = -COALESCE_MS;
  #hear: Hear | undefined;

  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db;
    this.#failed = failed;
  }

  /** From now on `hear` is told what this process notes, without the way through the database. */
  hearHere(hear: Hear): void {
    this.#hear = hear;
  }

  /** Call after the transaction has committed. */
  note(change: Change): void {
    this.#hear?.(change);
    if (change.batch) this.#batches.add(change.batch);
    if (change.job) this.#jobs.add(change.job);
    if (change.mail) this.#mails = true;
    if (change.lane) this.#lanes = true;
    if (change.collection) this.#collections = true;
    if (change.people) this.#people = true;
    if (change.task) this.#tasks = true;
    if (change.due) this.#due = true;
    for (const kind of wakesOf(change)) this.#wakes.add(kind);
    this.#timer ??= setTimeout(
      () => void this.flush(),
      Math.max(0, this.#publishedAt + COALESCE_MS - performance.now()),
    );
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const message = this.#take();
    if (!message) return;
    this.#publishedAt = performance.now();
    try {
      // not part of the request that noted the first change
      await within(
        [this.#share],
        () => this.#db.$executeRaw`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(message)})`,
      );
    } catch (error) {
      this.#failed(error);
    }
  }

  #take(): ChangeMessage | undefined {
    const [batches, jobs] = [[...this.#batches], [...this.#jobs]];
    const flags = {
      mails: this.#mails,
      lanes: this.#lanes,
      collections: this.#collections,
      people: this.#people,
      tasks: this.#tasks,
      due: this.#due,
    };
    if (batches.length === 0 && jobs.length === 0 && !Object.values(flags).includes(true)) return undefined;
    this.#batches = new Set();
    this.#jobs = new Set();
    const wakes = [...this.#wakes];
    this.#wakes = new Set();
    this.#mails = this.#lanes = this.#collections = this.#people = this.#tasks = this.#due = false;
    const more = batches.length + jobs.length > MOST_IDS;
    return {
      batches: more ? batches.slice(0, MOST_IDS) : batches,
      jobs: more ? [] : jobs,
      ...flags,
      wakes,
      more,
    };
  }
}

/** The kinds of rows that a change made due, as far as it says. */
export function wakesOf({ due }: Change): readonly Leased[] {
  return typeof due === "object" ? due : [];
}
