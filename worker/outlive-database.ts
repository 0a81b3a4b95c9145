import { isDatabaseAway } from "../lib/database-fault.ts";
import type { Log } from "../lib/log.ts";

/**
 * Survives a database that closes a connection while it is being opened: BullMQ adds its error listener only once the
 * connection is ready, and an error in the same packet would end the process. Whoever asked for the connection finds it
 * closed at the next statement. Any other uncaught error ends the process, as it would without this.
 */
export function outliveDatabase(log: Log): void {
  process.on("uncaughtException", (error) => {
    // a log that nobody reads is a broken pipe too, and writing to it would fail again
    if (isDatabaseAway(error) && codeOf(error) !== "EPIPE") {
      log.warn({ err: error }, "the database closed a connection while it was being opened");
      return;
    }
    log.error({ err: error }, "uncaught error");
    process.exit(1);
  });
}

/**
 * Starts the worker. A start that fails ends the process, also where the database was away: a worker that has half started
 * works nothing, and nobody starts another one while it is there.
 */
export async function startOrEnd(log: Log, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    log.error({ err: error }, "the worker could not start");
    process.exit(1);
  }
}

function codeOf(error: Error): unknown {
  return "code" in error ? error.code : undefined;
}
