import type { Log } from "../lib/log.ts";

/** Stops once, at SIGTERM or SIGINT, and exits: with 0 if the shutdown succeeded in time, else 1. */
export function stopOnSignal(stop: () => Promise<void>, patienceMs: number, log: Log): void {
  let stopping = false;
  const begin = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the shutdown failed");
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, begin);
}
