import { againMs } from "../../core/copy/after-try.ts";
import type { CopyOutcome } from "../../core/copy/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { type ClaimedCopy, type CopyEnd, endCopy } from "../../prisma/store/copy/claim.ts";
import { findVersionFacts } from "../../prisma/store/copy/version.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import type { Context } from "../context.ts";
import { expectedFiles } from "./expected.ts";
import { keepFound } from "./keep-faults.ts";
import type { CopyPorts } from "./ports.ts";
import { readVersion } from "./read-version.ts";
import { getPreserved, sourcesFor } from "./sources.ts";
import type { UnderLease } from "./under-lease.ts";

/**
 * Copies one version to one further storage, byte for byte: fetched from where the object is kept, or from another copy where
 * that is damaged, compared with the digests of the inventory tables, written, synced, read back, and recorded under the
 * claim's fence with whatever was found damaged on the way. What an earlier try has stored is read back instead.
 * Errors: `lease_lost`; those of the storages, after which the claim is to be given back.
 */
export async function copyVersion(
  ctx: Context,
  ports: CopyPorts,
  claim: ClaimedCopy,
  lease: UnderLease,
): Promise<void> {
  const outcome = await getPreserved(ports, claim.storage).copy({
    ...claim,
    id: claim.ark,
    files: () => expectedFiles(ctx.db, claim, { isHead: true }),
    sources: await sourcesFor(ctx.db, ports, claim),
    signal: lease.signal,
    mayPlace: lease.require,
  });
  await ports.faultPoint("copy:stored");
  await ctx.db.transact(async (tx) => {
    await keepFound(tx, ctx, claim, outcome.faults);
    if (!(await endCopy(tx, claim, endOf(outcome, claim)))) throw lost(claim);
    if (outcome.kind !== "placed") return;
    const { objectId: object, version, storage } = claim;
    await writeEvent(tx, {
      kind: "object.copied",
      actor: ctx.actor.name,
      details: { object, version, storage },
    });
  });
  if (outcome.kind === "behind") await readBefore(ctx, ports, claim, lease.signal);
}

function endOf({ kind }: CopyOutcome, claim: ClaimedCopy): CopyEnd {
  if (kind === "placed") return { state: "Verified", trouble: null, againInMs: null };
  if (kind === "damaged") return { state: "Damaged", trouble: null, againInMs: 0 };
  const trouble =
    kind === "behind"
      ? `The storage ${claim.storage} does not have the version before it.`
      : "No storage has good bytes of all its files.";
  return { state: "Wanted", trouble, againInMs: againMs(claim.tries) };
}

/** The version before is recorded as copied but is not the head there: what is wrong with it is found, and then mended. */
async function readBefore(
  ctx: Context,
  ports: CopyPorts,
  claim: ClaimedCopy,
  signal: AbortSignal,
): Promise<void> {
  const before = await findVersionFacts(ctx.db, { objectId: claim.objectId, version: claim.version - 1 });
  if (before)
    await readVersion(ctx, ports, { ...before, storage: claim.storage, pace: () => undefined, signal });
}

function lost({ storage, ark, version }: ClaimedCopy): WaybillError {
  return new WaybillError(
    "lease_lost",
    `The lease on the copy of version ${version} of ${ark} in ${storage} is lost.`,
  );
}
