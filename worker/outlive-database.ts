import { isDatabaseAway } from "../lib/database-fault.ts";
import type { Log } from "../lib/log.ts";

/**
 * Outlives a database that ends a connection as it is made: BullMQ listens to a new one only after it has been told
 * that it is ready, and an error in the same packet would end the process. Whoever asked for the connection finds it
 * closed at the next statement. Any other error that nobody caught ends the process, as it would without this.
 */
export function outliveDatabase(log: Log): void {
  process.on("uncaughtException", (error) => {
    // a log nobody reads any more is a broken pipe too, and telling it would break it again
    if (isDatabaseAway(error) && codeOf(error) !== "EPIPE") {
      log.warn({ err: error }, "the database ended a connection as it was made");
      return;
    }
    log.error({ err: error }, "uncaught error");
    process.exit(1);
  });
}

function codeOf(error: Error): unknown {
  return "code" in error ? error.code : undefined;
}
