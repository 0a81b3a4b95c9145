import { WaybillError } from "../errors.ts";

const MINUTE_MS = 60_000;

/** What somebody is told who sent too many wrong passwords, with the time to try again. Times in milliseconds. */
export function tooManyPasswords(nowMs: number, waitMs: number): WaybillError {
  const wait = waitMs < MINUTE_MS ? `${Math.ceil(waitMs / 1000)} s` : `${Math.ceil(waitMs / MINUTE_MS)} min`;
  return new WaybillError("too_many_requests", `Too many wrong passwords. Wait ${wait}, then try again.`, {
    retryAt: new Date(nowMs + waitMs),
  });
}
