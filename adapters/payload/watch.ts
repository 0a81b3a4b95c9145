import type { Deadline } from "./deadline.ts";
import { SourceFault } from "./fault.ts";
import type { PayloadOptions } from "./options.ts";
import { FINDINGS } from "./verdicts.ts";

type Limits = Pick<PayloadOptions, "idleTimeoutMs" | "minBytesPerSecond" | "rateWindowMs">;

/** Watches one try. Its `signal` aborts with the caller's reason, or with a `SourceFault` when the source is too slow. */
export type Watch = {
  readonly signal: AbortSignal;
  /** The source has sent bytes; until `waits` is called the time is ours, not the source's. */
  gave(bytes: number): void;
  waits(): void;
  stop(): void;
};

const LONGEST_TICK_MS = 1_000;
const SHORTEST_TICK_MS = 5;
const TICKS_PER_IDLE = 4;

/**
 * Starts the watch, waiting for the source. Only time spent waiting counts, so neither our own slow disk nor a stopped
 * process makes a source look idle. One coarse timer notices a drip of single bytes and keeps small files cheap.
 */
export function startWatch(limits: Limits, deadline: Deadline, caller: AbortSignal): Watch {
  const controller = new AbortController();
  const tickMs = Math.min(LONGEST_TICK_MS, Math.max(SHORTEST_TICK_MS, limits.idleTimeoutMs / TICKS_PER_IDLE));
  let waitingSince: number | undefined = performance.now();
  let lastTick = waitingSince;
  let windowBytes = 0;
  let windowWaitedMs = 0;

  const tick = () => {
    const now = performance.now();
    const lateMs = now - lastTick - tickMs;
    lastTick = now;
    if (waitingSince !== undefined && lateMs > tickMs) waitingSince += lateMs;
    if (deadline.remainingMs() <= 0) return controller.abort(tooLate());
    if (waitingSince === undefined) return;
    if (now - waitingSince >= limits.idleTimeoutMs) return controller.abort(silent(limits.idleTimeoutMs));
    const waitedMs = windowWaitedMs + now - waitingSince;
    if (waitedMs < limits.rateWindowMs) return;
    if (windowBytes < (limits.minBytesPerSecond * waitedMs) / 1_000)
      return controller.abort(tooSlow(windowBytes, waitedMs));
    windowBytes = 0;
    windowWaitedMs = waitingSince - now;
  };
  const timer = setInterval(tick, tickMs);
  const onAbort = () => controller.abort(caller.reason);
  caller.addEventListener("abort", onAbort, { once: true });
  if (caller.aborted) onAbort();

  return {
    signal: controller.signal,
    gave(bytes) {
      if (waitingSince !== undefined) windowWaitedMs += performance.now() - waitingSince;
      windowBytes += bytes;
      waitingSince = undefined;
    },
    waits() {
      waitingSince = performance.now();
    },
    stop() {
      clearInterval(timer);
      caller.removeEventListener("abort", onAbort);
    },
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function silent(idleTimeoutMs: number): SourceFault {
  return new SourceFault(FINDINGS.silence, `the source sent nothing for ${seconds(idleTimeoutMs)}`);
}

function tooSlow(bytes: number, waitedMs: number): SourceFault {
  return new SourceFault(
    FINDINGS.tooSlow,
    `the source is too slow, it sent ${bytes} bytes in ${seconds(waitedMs)}`,
  );
}

function tooLate(): SourceFault {
  return new SourceFault(FINDINGS.deadline, "the file took longer than a file of its size may take");
}
