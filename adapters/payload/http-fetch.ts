import { WaybillError } from "../../core/errors.ts";
import type { Fetch, Fetched } from "../../core/ports.ts";
import { asDiskFault } from "../disk/disk-fault.ts";
import { backoffMs } from "./backoff.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { SourceFault } from "./fault.ts";
import { type HttpTools, isThreadEnd, tryHttp } from "./http-try.ts";
import { findKeptFile } from "./kept-file.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { PayloadOptions } from "./options.ts";
import { FINDINGS } from "./verdicts.ts";

/**
 * Brings a file over HTTP. Nothing is requested when it is already there with its declared digest; otherwise the source
 * gets a limited number of tries. A failure leaves no file; an abort by the request's signal keeps the part file and
 * throws the signal's reason. Errors: the content family, `disk_full`, `lease_lost`.
 */
export async function fetchHttp(tools: HttpTools, request: Fetch): Promise<Fetched> {
  try {
    request.signal.throwIfAborted();
    return (await findKeptFile(request)) ?? (await fetchWithTries(tools, request));
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    const isTakenOver = error instanceof WaybillError && error.code === "lease_lost";
    if (!isTakenOver) await removeLeftovers(request.to);
    throw asDiskFault(error);
  }
}

async function fetchWithTries(tools: HttpTools, request: Fetch): Promise<Fetched> {
  const { options } = tools;
  const deadline = startDeadline(options, () => performance.now());
  deadline.expect(request.declaredSize ?? 0);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { ...(await tryHttp(tools, request, deadline)), attempts: attempt };
    } catch (error) {
      if (isThreadEnd(error) && attempt < options.tries) continue;
      if (!(error instanceof SourceFault)) throw error;
      await waitForNext(options, request, { fault: error, attempt, deadline });
    }
  }
}

type FailedTry = { readonly fault: SourceFault; readonly attempt: number; readonly deadline: Deadline };

/** Waits until the next try; throws when there is none. */
async function waitForNext(
  options: PayloadOptions,
  request: Fetch,
  { fault, attempt, deadline }: FailedTry,
): Promise<void> {
  const waitMs = backoffMs(options, attempt, fault.retryAfterMs);
  const isLast = !fault.verdict.isTransient || attempt >= options.tries || waitMs >= deadline.remainingMs();
  if (isLast) throw fault.toWaybillError(request.url, attempt);
  if (fault.verdict === FINDINGS.doubtfulDigest) await removeLeftovers(request.to);
  await options.sleep(waitMs, request.signal);
}
