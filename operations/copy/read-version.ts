import { isRootFile } from "../../core/copy/expected-files.ts";
import type { FileFault, Pace } from "../../core/copy/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { claimReading, endReading, type HeldCopy, renewCopy } from "../../prisma/store/copy/claim.ts";
import type { VersionFacts } from "../../prisma/store/copy/version.ts";
import type { Context } from "../context.ts";
import { expectedFiles } from "./expected.ts";
import { hasRootFiles } from "./head-files.ts";
import { keepFound } from "./keep-faults.ts";
import type { CopyPorts } from "./ports.ts";
import { getPreserved } from "./sources.ts";
import { underLease } from "./under-lease.ts";

/** A version to read in full in one storage. `pace` can slow it down. */
export type Reading = VersionFacts & {
  readonly storage: string;
  readonly pace: Pace;
  readonly signal: AbortSignal;
};

/**
 * Reads every byte of a version in one storage and compares it with the digests of the inventory tables. When it was read
 * and what was wrong are recorded in one transaction, under the fence of a lease of its own; what is damaged is due to be
 * mended then. `busy`: somebody else is at the object there. Errors: `lease_lost`; those of the storage, which are no findings.
 */
export async function readVersion(
  ctx: Context,
  ports: CopyPorts,
  reading: Reading,
): Promise<"good" | "damaged" | "busy"> {
  const leaseMs = ctx.env.LEASE_MS;
  const held = await ctx.db.transact((tx) => claimReading(tx, reading, { owner: ports.owner, leaseMs }));
  if (!held) return "busy";
  const renew = () => renewCopy(ctx.db, held, leaseMs);
  return underLease({ leaseMs, signal: reading.signal, renew }, async ({ signal }) => {
    const isHead = await hasRootFiles(ctx.db, reading);
    const found = await getPreserved(ports, reading.storage)
      .faults({ ...reading, files: expectedFiles(ctx.db, reading, { isHead }), signal })
      .catch(async (error: unknown) => {
        await leave(ctx, held);
        throw error;
      });
    // a version that has been added meanwhile has changed the root
    const isStillHead = isHead && (await hasRootFiles(ctx.db, reading));
    const { storage, home, version, head } = reading;
    const faults = found.filter(({ path }) => isStillHead || !isRootFile(path));
    return record(ctx, held, reading, {
      faults,
      // without those of the root, which a job may be changing, it has not been read in full
      isWhole: isStillHead || storage !== home || version < head,
    });
  });
}

async function record(
  ctx: Context,
  held: HeldCopy,
  reading: Reading,
  { faults, isWhole }: { readonly faults: readonly FileFault[]; readonly isWhole: boolean },
): Promise<"good" | "damaged"> {
  const isGood = faults.length === 0;
  await ctx.db.transact(async (tx) => {
    await keepFound(tx, ctx, reading, faults);
    if (!(await endReading(tx, held, { isGood: isGood && isWhole })))
      throw new WaybillError("lease_lost", "Somebody else has taken over the reading of this version.");
  });
  return isGood ? "good" : "damaged";
}

/** Nothing was found out: the lease ends, and the version counts as unread. */
async function leave(ctx: Context, held: HeldCopy): Promise<void> {
  await renewCopy(ctx.db, held, 0);
}
