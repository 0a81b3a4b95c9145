import type { Log } from "../lib/log.ts";

/** At SIGTERM or SIGINT stops once and exits: 0 when the stop ended well in time, else 1. */
export function stopOnSignal(stop: () => Promise<void>, patienceMs: number, log: Log): void {
  let stopping = false;
  const begin = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the stop failed");
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, begin);
}
