import { pino } from "pino";
import { redact } from "./redact.ts";

export type Log = Pick<ReturnType<typeof pino>, "debug" | "info" | "warn" | "error"> & {
  child(fields: object): Log;
};

/**
 * The process's log: JSON lines on standard output. Every string passes through the redactor, since pino's own works by
 * path only.
 */
export function createLog(level: string, name: string): Log {
  return pino({
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args, method) {
        method.apply(
          this,
          args.map((arg) => (typeof arg === "string" ? (redact(arg) as string) : arg)) as typeof args,
        );
      },
    },
    serializers: { err: (error: unknown) => error },
  });
}
