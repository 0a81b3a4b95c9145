import { env } from "./env.ts";
import { createLog, type Log } from "./log.ts";

let kept: Log | undefined;

/** The log of the web process; created at the first line, so that a build needs no settings. */
export function webLog(): Log {
  kept ??= createLog(env().LOG_LEVEL, "web");
  return kept;
}
