import { setTimeout as delay } from "node:timers/promises";
import { doubledMs } from "../../core/doubled.ts";
import { messageOf, Problem } from "../problem.ts";

/** One life of a process. */
export interface Run {
  readonly pid: number;
  /** Settles at its end with how it ended, as in "by signal SIGKILL". */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface Limits {
  /** After so many deaths within this time no further try is made. */
  readonly deaths: number;
  readonly withinMs: number;
  /** The pause after the first death; it doubles with each further one within the time above. */
  readonly pauseMs: number;
  readonly mostPauseMs: number;
}

export interface Task {
  /** As it is called in sentences: "web process". */
  readonly name: string;
  /** Begins a life. What it throws is thrown on for the first and counts as a death for others. */
  readonly start: (signal: AbortSignal) => Run | Promise<Run>;
  /** Tells of each death and what is done about it. */
  readonly say: (sentence: string) => void;
  /** Where more can be read. */
  readonly log: string;
  readonly limits?: Limits;
  /** False for a death that does not count: one for want of space ends when there is space. */
  readonly counts?: (how: string) => boolean;
}

/**
 * Twenty deaths, each as soon as its pause allows, take about eight minutes. A job that kills its worker does so three
 * times and is given up then, with the others the worker had at that time.
 */
const LIMITS: Limits = { deaths: 20, withinMs: 600_000, pauseMs: 1_000, mostPauseMs: 30_000 };

/** Keeps a process alive: starts it, and again whenever it dies. Throws what the first start throws. */
export async function supervise(task: Task): Promise<Supervised> {
  const supervised = new Supervised(task);
  await supervised.begin();
  return supervised;
}

/** A process that is kept alive. */
export class Supervised {
  /** Rejects with a Problem when there will be no further life, unless it was stopped. */
  readonly failed: Promise<never>;
  readonly #task: Task;
  readonly #limits: Limits;
  readonly #asked = new AbortController();
  readonly #fail: (thrown: unknown) => void;
  #deaths: number[] = [];
  #isKept = false;
  #run: Run | undefined;
  #starting: Promise<void> = Promise.resolve();

  constructor(task: Task) {
    this.#task = task;
    this.#limits = task.limits ?? LIMITS;
    let fail: (thrown: unknown) => void = () => {};
    this.failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    this.failed.catch(() => {});
    this.#fail = fail;
  }

  /** Of the present life; 0 between two. */
  get pid(): number {
    return this.#run?.pid ?? 0;
  }

  async begin(): Promise<void> {
    await this.#start();
    void this.#live().catch((thrown: unknown) => {
      if (!this.#asked.signal.aborted) this.#fail(thrown);
    });
  }

  /** From now on a death is followed by another life; before, it is a failure of the start. */
  keepAlive(): void {
    this.#isKept = true;
  }

  async stop(): Promise<void> {
    this.#asked.abort();
    await this.#starting.catch(() => {});
    await this.#run?.stop();
  }

  #start(): Promise<void> {
    const start = async () => {
      this.#run = await this.#task.start(this.#asked.signal);
    };
    this.#starting = start();
    return this.#starting;
  }

  async #live(): Promise<never> {
    for (;;) {
      let how = await this.#run?.ended;
      this.#run = undefined;
      while (how !== undefined) how = await this.#nextLife(how);
    }
  }

  /** @returns how it ended when it did so before it was up */
  async #nextLife(how: string): Promise<string | undefined> {
    this.#asked.signal.throwIfAborted();
    const { say, name } = this.#task;
    const pauseMs = this.#afterDeath(how);
    const count = this.#deaths.length;
    const warning =
      count < 2
        ? ""
        : ` That is death ${count} within ${inWords(this.#limits.withinMs)}; at ${this.#limits.deaths} everything stops.`;
    say(`The ${name} ended ${how}. It is started again after ${inWords(pauseMs)}.${warning}`);
    await delay(pauseMs, undefined, { signal: this.#asked.signal });
    try {
      await this.#start();
      return undefined;
    } catch (thrown) {
      return `before it was up: ${messageOf(thrown).replace(/\.$/, "")}`;
    }
  }

  /** @returns the pause. Throws a Problem when that was one death too many, or one before it was up */
  #afterDeath(how: string): number {
    const { name, log, counts } = this.#task;
    const { deaths, withinMs, pauseMs, mostPauseMs } = this.#limits;
    if (!this.#isKept) throw new Problem(`The ${name} ended by itself ${how}; its output is in ${log}.`);
    if (counts?.(how) === false) return pauseMs;
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((at) => at > now - withinMs), now];
    const count = this.#deaths.length;
    if (count < deaths) return doubledMs(pauseMs, count - 1, mostPauseMs);
    throw new Problem(
      `The ${name} ended ${count} times within ${inWords(withinMs)}, the last time ${how}, so it is not started ` +
        `again and everything stops. Its output is in ${log}.`,
    );
  }
}

function inWords(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${ms / 1000} s` : `${ms / 60_000} minutes`;
}
