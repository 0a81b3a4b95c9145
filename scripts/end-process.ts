import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** A signal and how long it may take before the next, harder one. */
export type Step = readonly [signal: NodeJS.Signals, patienceMs: number];

/** Sends one signal after the other until the child has ended. `ended` settles at its end. */
export async function endProcess(
  child: ChildProcess,
  ended: Promise<unknown>,
  steps: readonly Step[],
): Promise<void> {
  for (const [signal, patienceMs] of steps) {
    if (hasEnded(child)) break;
    child.kill(signal);
    const done = new AbortController();
    const late = delay(patienceMs, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([ended, late]);
    done.abort();
  }
  await ended;
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}
