import { setTimeout as delay } from "node:timers/promises";
import { Problem } from "../problem.ts";

const LOOK_MS = 100;
const ANSWER_MS = 5_000;

/** Waits until the web says that it and its database are ready. */
export async function untilReady(address: string, patienceMs: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await isReady(address))) {
    signal.throwIfAborted();
    if (Date.now() > until)
      throw new Problem(`The web did not become ready within ${patienceMs / 1000} seconds.`);
    await delay(LOOK_MS);
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
