import { setTimeout as delay } from "node:timers/promises";

/** Collects what must be stopped, and hears when it must be. */
export interface Stopping {
  /** Aborted when stopping begins; commands that still run are ended by it. */
  readonly signal: AbortSignal;
  /** Aborted by a second Ctrl-C: no more patience. */
  readonly hurry: AbortSignal;
  /** Settles when stopping begins. */
  readonly asked: Promise<void>;
  /** What to stop; the last added is stopped first. */
  add(stop: () => Promise<void>): void;
  /** Stops everything that was added. */
  stopAll(): Promise<void>;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PARENT_LOOK_MS = 500;
/** One Ctrl-C comes twice under npm: from the terminal, and passed on by npm. */
const ONE_PRESS_MS = 500;

/** Listens for Ctrl-C, SIGTERM, SIGHUP and the death of the npm that started this process. */
export function listenForStop(): Stopping {
  const first = new AbortController();
  const second = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  let askedAt = 0;
  const ask = () => {
    if (!first.signal.aborted) askedAt = Date.now();
    else if (Date.now() - askedAt > ONE_PRESS_MS) second.abort();
    first.abort();
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  // A closed terminal must not end this process before the others are stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  if (process.env.npm_lifecycle_event) watchParent(() => first.abort());
  const asked = new Promise<void>((resolve) => {
    first.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  return { signal: first.signal, hurry: second.signal, asked, add: (stop) => stops.push(stop), stopAll };
}

/** When npm is killed nobody passes that on; but then this process gets another parent. */
function watchParent(onDeath: () => void): void {
  const { ppid } = process;
  const look = async () => {
    while (process.ppid === ppid) await delay(PARENT_LOOK_MS, undefined, { ref: false });
    onDeath();
  };
  void look();
}
