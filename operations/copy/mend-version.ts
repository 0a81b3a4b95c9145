import { againMs } from "../../core/copy/after-try.ts";
import { isRootFile } from "../../core/copy/expected-files.ts";
import type { ExpectedFile, MendOutcome, PreservedStorage } from "../../core/copy/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { type ClaimedCopy, type CopyEnd, endCopy } from "../../prisma/store/copy/claim.ts";
import { closeFinding, listOpenFindings, type OpenFinding } from "../../prisma/store/copy/findings.ts";
import type { Context } from "../context.ts";
import { expectedFiles } from "./expected.ts";
import { hasRootFiles } from "./head-files.ts";
import { keepFound } from "./keep-faults.ts";
import type { CopyPorts } from "./ports.ts";
import { getPreserved, sourcesFor } from "./sources.ts";
import type { UnderLease } from "./under-lease.ts";

/** How soon the files of an object's root are tried again while a job may be changing them. */
const BUSY_MS = 60_000;

/**
 * Replaces what is damaged or missing of a version in one storage by good bytes of another, one file after the other. What
 * is good by now is left alone, what was damaged is kept aside, and each replacement is audited with what was there and what
 * is there now. Then all of the version is read again. A file of which no storage has good bytes stays as it is, for a person.
 * Errors: `lease_lost`; those of the storages, after which the claim is to be given back.
 */
export async function mendVersion(
  ctx: Context,
  ports: CopyPorts,
  claim: ClaimedCopy,
  lease: UnderLease,
): Promise<void> {
  const storage = getPreserved(ports, claim.storage);
  const sources = await sourcesFor(ctx.db, ports, claim);
  const isHead = await hasRootFiles(ctx.db, claim);
  const files = new Map<string, ExpectedFile>();
  const findings = await listOpenFindings(ctx.db, claim);
  const paths = new Set(findings.map(({ path }) => path));
  for await (const file of expectedFiles(ctx.db, claim, { isHead }))
    if (paths.has(file.path)) files.set(file.path, file);
  const left = { nowhere: 0, waiting: 0 };
  for (const finding of findings) {
    const file = files.get(finding.path);
    if (file) {
      if (!(await mendFile({ ctx, ports, claim, lease, storage, sources }, finding, file))) left.nowhere += 1;
    } else if (isRootFile(finding.path) && mayBeHead(claim)) left.waiting += 1;
    else await ctx.db.transact((tx) => closeFinding(tx, { id: finding.id, from: null, kept: null }));
  }
  await finish(ctx, claim, storage, { ...left, isHead, signal: lease.signal });
}

/** A job may be changing the root; otherwise the root is that of a newer version, or the inventory has no such file any more. */
function mayBeHead({ storage, home, version, head }: ClaimedCopy): boolean {
  return storage === home && version >= head;
}

type Mending = {
  readonly ctx: Context;
  readonly ports: CopyPorts;
  readonly claim: ClaimedCopy;
  readonly lease: UnderLease;
  readonly storage: PreservedStorage;
  readonly sources: readonly PreservedStorage[];
};

/** @returns false: no storage has good bytes */
async function mendFile(mending: Mending, finding: OpenFinding, file: ExpectedFile): Promise<boolean> {
  const { ctx, ports, claim, lease, storage, sources } = mending;
  const outcome = await storage.mend({
    root: claim.root,
    file,
    // the root's inventory is in the version's folder too
    sources: "from" in file ? [storage, ...sources] : sources,
    aside: finding.id,
    signal: lease.signal,
    mayPlace: async () => {
      await lease.require();
      if (!isRootFile(file.path) || (await hasRootFiles(ctx.db, claim))) return;
      throw new WaybillError("object_busy", "A job is writing this object. Its files are mended afterwards.");
    },
  });
  await ports.faultPoint("copy:mended");
  await ctx.db.transact(async (tx) => {
    if (outcome.kind === "nowhere") return keepFound(tx, ctx, claim, outcome.faults);
    const { from, kept } = outcome.kind === "mended" ? outcome : { from: null, kept: null };
    if (await closeFinding(tx, { id: finding.id, from, kept })) await audit(tx, mending, finding, outcome);
  });
  return outcome.kind !== "nowhere";
}

async function audit(
  tx: Parameters<typeof writeAudit>[0],
  { ctx, claim: { objectId, ark, version, storage } }: Mending,
  { path, found, expected }: OpenFinding,
  outcome: MendOutcome,
): Promise<void> {
  if (outcome.kind !== "mended") return;
  const place = { ark, version, storage, path };
  await writeAudit(tx, ctx.actor, {
    action: "object.mend",
    target: objectId,
    before: { ...place, sha256: found },
    after: { ...place, sha256: expected, from: outcome.from, kept: outcome.kept },
  });
}

type Left = { readonly nowhere: number; readonly waiting: number };
type Finish = Left & { readonly isHead: boolean; readonly signal: AbortSignal };

/** Reads all of it again, and gives the claim back. */
async function finish(
  ctx: Context,
  claim: ClaimedCopy,
  storage: PreservedStorage,
  { isHead, signal, ...left }: Finish,
): Promise<void> {
  const files = expectedFiles(ctx.db, claim, { isHead });
  const faults = await storage.faults({ root: claim.root, files, pace: () => undefined, signal });
  await ctx.db.transact(async (tx) => {
    await keepFound(tx, ctx, claim, faults);
    const end = endOf(claim, left, faults.length);
    if (!(await endCopy(tx, claim, end)))
      throw new WaybillError("lease_lost", "Somebody else has taken over the mending of this version.");
  });
}

function endOf(claim: ClaimedCopy, { nowhere, waiting }: Left, faults: number): CopyEnd {
  if (nowhere > 0)
    return {
      state: "Damaged",
      trouble: `No storage has good bytes of ${nowhere === 1 ? "one damaged file" : `${nowhere} damaged files`}.`,
      againInMs: againMs(claim.tries),
    };
  if (waiting > 0) return { state: "Damaged", trouble: null, againInMs: BUSY_MS };
  if (faults > 0) return { state: "Damaged", trouble: null, againInMs: 0 };
  return { state: "Verified", trouble: null, againInMs: null };
}
