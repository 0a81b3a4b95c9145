import { readFileSync } from "node:fs";
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

/** Listens for Ctrl-C, SIGTERM, SIGHUP and the death of the npm that started this process. */
export function listenForStop(): Stopping {
  const first = new AbortController();
  const second = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  const ask = () => (first.signal.aborted ? second : first).abort();
  for (const signal of SIGNALS) process.on(signal, ask);
  // A closed terminal must not end this process before the others are stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  if (process.env.npm_lifecycle_event) watchParents(() => first.abort());
  const asked = new Promise<void>((resolve) => {
    first.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  return { signal: first.signal, hurry: second.signal, asked, add: (stop) => stops.push(stop), stopAll };
}

/** npm and its shell die of a SIGTERM without passing it on; then their pids are no longer our ancestors'. */
function watchParents(onDeath: () => void): void {
  const before = ancestors();
  const look = async () => {
    while (ancestors() === before) await delay(PARENT_LOOK_MS, undefined, { ref: false });
    onDeath();
  };
  void look();
}

/** Parent and grandparent: npm starts its commands through a shell. */
function ancestors(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** Known on Linux only; elsewhere the parent alone has to do. */
function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")")).split(" ")[2] ?? "";
  } catch {
    return "";
  }
}
