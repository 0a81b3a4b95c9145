import { setTimeout as sleep } from "node:timers/promises";
import { WaybillError } from "../../core/errors.ts";

/** Renewals within a lease: two may fail. */
const RENEWALS = 3;

/** What work under a lease gets. `signal` aborts when the lease is lost or the process stops; `require` renews the lease now. */
export type UnderLease = { readonly signal: AbortSignal; readonly require: () => Promise<void> };

/**
 * Does work under a lease, which is renewed meanwhile. `renew` answers false once it is somebody else's; the work is then
 * aborted. Errors: `lease_lost`, those of the work.
 */
export async function underLease<T>(
  {
    leaseMs,
    signal,
    renew,
  }: { readonly leaseMs: number; readonly signal: AbortSignal; readonly renew: () => Promise<boolean> },
  work: (lease: UnderLease) => Promise<T>,
): Promise<T> {
  const [ended, lost] = [new AbortController(), new AbortController()];
  const require = async () => {
    if (await renew()) return;
    const error = new WaybillError("lease_lost", "Somebody else has taken over this copy.");
    lost.abort(error);
    throw error;
  };
  const renewing = keepRenewing(require, leaseMs / RENEWALS, ended.signal);
  try {
    return await work({ signal: AbortSignal.any([signal, lost.signal]), require });
  } finally {
    ended.abort();
    await renewing;
  }
}

/** A renewal that fails, because the database is away, is tried again; one that is refused is the last. */
async function keepRenewing(
  require: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await sleep(everyMs, undefined, { signal });
    } catch {
      return;
    }
    try {
      await require();
    } catch (error) {
      if (error instanceof WaybillError && error.code === "lease_lost") return;
    }
  }
}
