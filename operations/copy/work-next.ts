import { againMs } from "../../core/copy/after-try.ts";
import { asWaybillError, WaybillError } from "../../core/errors.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { type ClaimedCopy, claimCopy, endCopy, renewCopy } from "../../prisma/store/copy/claim.ts";
import type { Context } from "../context.ts";
import { copyVersion } from "./copy-version.ts";
import { mendVersion } from "./mend-version.ts";
import type { CopyPorts } from "./ports.ts";
import { getPreserved } from "./sources.ts";
import { isStorageWait } from "./storage-wait.ts";
import { underLease } from "./under-lease.ts";

/** What waits for a storage is tried again at least this often, so that an outage is soon made up for. */
const STORAGE_WAIT_MS = 60_000;

/**
 * Makes or mends the copy that has been due longest, except in the storages of `away`, to which one that does not answer is added. What cannot be done for now is due again later and says why; whoever
 * dies over it leaves a lease that expires. @returns whether there was anything
 */
export async function workNextCopy(
  ctx: Context,
  ports: CopyPorts,
  signal: AbortSignal,
  away: Set<string> = new Set(),
): Promise<boolean> {
  const leaseMs = ctx.env.LEASE_MS;
  const storages = [...ports.storages.keys()].filter((name) => !away.has(name));
  const claim = await ctx.db.transact((tx) => claimCopy(tx, { storages, owner: ports.owner, leaseMs }));
  if (!claim) return false;
  const work = claim.state === "Wanted" ? copyVersion : mendVersion;
  try {
    await underLease({ leaseMs, signal, renew: () => renewCopy(ctx.db, claim, leaseMs) }, (lease) =>
      work(ctx, ports, claim, lease),
    );
  } catch (error) {
    if (isStorageWait(error) && (await isAway(ports, claim, signal))) away.add(claim.storage);
    await giveBack(ctx, claim, signal, error);
  }
  return true;
}

/** Whether the storage of a claim does not answer itself: of a source that does not, nothing follows for it. */
async function isAway(
  ports: CopyPorts,
  { storage, root }: ClaimedCopy,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    // of no files it looks at the storage's marker alone
    await getPreserved(ports, storage).faults({ root, files: [], pace: () => undefined, signal });
    return false;
  } catch (error) {
    return isStorageWait(error);
  }
}

async function giveBack(
  ctx: Context,
  claim: ClaimedCopy,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  if (isDatabaseAway(error)) throw error;
  if (error instanceof WaybillError && error.code === "lease_lost") return;
  const { ark, version, storage, state } = claim;
  const isStopping = signal.aborted;
  if (!isStopping)
    ctx.log.warn({ ark, version, storage, err: error }, "a copy could not be made or mended for now");
  // of what is damaged, trouble says that it needs a person; of a storage that is away an alarm tells
  const isForPerson = state === "Wanted" || !isStorageWait(error);
  const trouble = isStopping || !isForPerson ? null : asWaybillError(error).message;
  const most = isStorageWait(error) ? STORAGE_WAIT_MS : Number.POSITIVE_INFINITY;
  const againInMs = isStopping ? 0 : Math.min(most, againMs(claim.tries));
  await ctx.db.transact((tx) => endCopy(tx, claim, { state, trouble, againInMs }));
}
