import { doubledMs } from "../../../core/doubled.ts";
import { withTries } from "../../../lib/with-tries.ts";
import { isBrokenBody } from "./s3-error.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Reads again whatever broke off. The SDK retries single calls itself; this is for what it cannot retry. */
export function untilWhole<Result>(
  { tries }: { readonly tries: number },
  signal: AbortSignal | undefined,
  read: () => Promise<Result>,
): Promise<Result> {
  const pauseMs = (tried: number) => doubledMs(FIRST_PAUSE_MS, tried - 1, LONGEST_PAUSE_MS);
  return withTries({ tries, pauseMs, isWorthIt: isBrokenBody, signal }, read);
}
