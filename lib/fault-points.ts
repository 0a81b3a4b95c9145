import { setTimeout as sleep } from "node:timers/promises";

const ACTIONS = ["kill", "stop", "throw", "wait", "block"] as const;
type Action = (typeof ACTIONS)[number];
type Point = { readonly name: string; readonly action: Action; readonly at: number };

const FOREVER_MS = 3_600_000;
/** How long `block` blocks the event loop. */
const BLOCK_MS = 10_000;

/**
 * A hook the worker calls at named places, e.g. `Processing:effect`. Inert unless FAULT_POINTS names the place:
 * `name:action` or `name:action:n` (the n-th time), separated by commas; actions are kill, stop, throw, wait, and
 * block, which keeps the processor busy for 10 s. Tests use it to end or disturb the process at exactly that place.
 */
export function faultPoints(specification: string): (name: string) => Promise<void> {
  const points = specification
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readPoint);
  if (points.length === 0) return () => Promise.resolve();
  const seen = new Map<string, number>();
  return async (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const point = points.find((candidate) => candidate.name === name && candidate.at === count);
    if (point) await act(point);
  };
}

function readPoint(text: string): Point {
  const match = /^(.+?):(kill|stop|throw|wait|block)(?::(\d+))?$/.exec(text);
  const action = ACTIONS.find((candidate) => candidate === match?.[2]);
  if (!match?.[1] || !action) throw new Error(`FAULT_POINTS: cannot read ${JSON.stringify(text)}`);
  return { name: match[1], action, at: Number(match[3] ?? 1) };
}

async function act({ name, action }: Point): Promise<void> {
  if (action === "throw") throw new Error(`fault point ${name}`);
  if (action === "block") return block();
  if (action !== "wait") process.kill(process.pid, action === "kill" ? "SIGKILL" : "SIGSTOP");
  // kill is not immediate: nothing after the point may run
  await sleep(action === "stop" ? 50 : FOREVER_MS);
}

function block(): void {
  const end = performance.now() + BLOCK_MS;
  while (performance.now() < end);
}
