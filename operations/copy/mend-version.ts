import { againMs } from "../../core/copy/after-try.ts";
import { isRootFile } from "../../core/copy/expected-files.ts";
import type { ExpectedFile, FileFault, Mending, PreservedStorage } from "../../core/copy/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { type ClaimedCopy, type CopyEnd, endCopy } from "../../prisma/store/copy/claim.ts";
import {
  beginMending,
  closeFinding,
  listOpenFindings,
  type OpenFinding,
} from "../../prisma/store/copy/findings.ts";
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
  const left: Record<Left, number> = { nowhere: 0, newer: 0, waiting: 0 };
  const failed: unknown[] = [];
  for (const finding of findings) {
    const file = files.get(finding.path);
    if (file) {
      const outcome = await mendFile({ ctx, ports, claim, lease, storage, sources }, finding, file).catch(
        (error: unknown) => whyLeft(error, failed),
      );
      if (outcome) left[outcome] += 1;
    } else if (isRootFile(finding.path) && mayBeHead(claim)) left.waiting += 1;
    else await ctx.db.transact((tx) => closeFinding(tx, finding.id, NOTHING));
  }
  if (failed.length > 0) throw failed[0];
  await finish(ctx, claim, storage, { left, isHead, signal: lease.signal });
}

/** Why a file was left as it is: no storage has good bytes; its root names a newer version; a job has the object. */
type Left = "nowhere" | "newer" | "waiting";

const NOTHING: Mending = { from: null, kept: null };

/** One file that cannot be replaced does not keep the others from being mended; it is told at the end. */
function whyLeft(error: unknown, failed: unknown[]): "waiting" | undefined {
  if (error instanceof WaybillError && error.code === "object_busy") return "waiting";
  if (!(error instanceof WaybillError && error.code === "storage_failed")) throw error;
  failed.push(error);
  return undefined;
}

/** A job may be changing the root; otherwise the root is that of a newer version, or the inventory has no such file any more. */
function mayBeHead({ storage, home, version, head }: ClaimedCopy): boolean {
  return storage === home && version >= head;
}

type MendingOf = {
  readonly ctx: Context;
  readonly ports: CopyPorts;
  readonly claim: ClaimedCopy;
  readonly lease: UnderLease;
  readonly storage: PreservedStorage;
  readonly sources: readonly PreservedStorage[];
};

/** @returns why it was left as it is */
async function mendFile(
  mending: MendingOf,
  finding: OpenFinding,
  file: ExpectedFile,
): Promise<Left | undefined> {
  const { ctx, ports, claim, lease, storage, sources } = mending;
  const outcome = await storage.mend({
    root: claim.root,
    file,
    // the root's inventory is in the version's folder too
    sources: "from" in file ? [storage, ...sources] : sources,
    aside: finding.id,
    ...(isRootFile(file.path) && { head: { id: claim.ark, version: claim.version } }),
    signal: lease.signal,
    mayPlace: async () => {
      await lease.require();
      if (!isRootFile(file.path) || (await hasRootFiles(ctx.db, claim))) return;
      throw new WaybillError("object_busy", "A job is writing this object. Its files are mended afterwards.");
    },
    intend: (intent) => ctx.db.transact((tx) => beginMending(tx, finding.id, intent)),
  });
  await ports.faultPoint("copy:mended");
  if (outcome.kind === "newer") return "newer";
  await ctx.db.transact(async (tx) => {
    if (outcome.kind === "nowhere") return keepFound(tx, ctx, claim, outcome.faults);
    // good now because an earlier try has mended it, and died before it was entered
    const done = outcome.kind === "mended" ? outcome : finding.intent;
    if ((await closeFinding(tx, finding.id, done ?? NOTHING)) && done)
      await audit(tx, mending, finding, done);
  });
  return outcome.kind === "nowhere" ? "nowhere" : undefined;
}

async function audit(
  tx: Parameters<typeof writeAudit>[0],
  { ctx, claim: { objectId, ark, version, storage } }: MendingOf,
  { path, found, expected }: OpenFinding,
  { from, kept }: Mending,
): Promise<void> {
  const place = { ark, version, storage, path };
  await writeAudit(tx, ctx.actor, {
    action: "object.mend",
    target: objectId,
    before: { ...place, sha256: found },
    after: { ...place, sha256: expected, from, kept },
  });
}

type Finish = {
  readonly left: Readonly<Record<Left, number>>;
  readonly isHead: boolean;
  readonly signal: AbortSignal;
};

/** Gives the claim back; once nothing is left to mend, all of it is read again before. */
async function finish(
  ctx: Context,
  claim: ClaimedCopy,
  storage: PreservedStorage,
  { left, isHead, signal }: Finish,
): Promise<void> {
  const isDone = left.nowhere + left.newer + left.waiting === 0;
  const faults = isDone ? await readAgain(ctx, claim, storage, { isHead, signal }) : [];
  await ctx.db.transact(async (tx) => {
    await keepFound(tx, ctx, claim, faults);
    const end = endOf(claim, left, faults.length);
    if (!(await endCopy(tx, claim, end)))
      throw new WaybillError("lease_lost", "Somebody else has taken over the mending of this version.");
  });
}

async function readAgain(
  ctx: Context,
  claim: ClaimedCopy,
  storage: PreservedStorage,
  { isHead, signal }: Pick<Finish, "isHead" | "signal">,
): Promise<readonly FileFault[]> {
  const files = expectedFiles(ctx.db, claim, { isHead });
  const faults = await storage.faults({ root: claim.root, files, pace: () => undefined, signal });
  // a version that has been added meanwhile has changed the root
  const isStillHead = isHead && (await hasRootFiles(ctx.db, claim));
  return faults.filter(({ path }) => isStillHead || !isRootFile(path));
}

function endOf(claim: ClaimedCopy, { nowhere, newer, waiting }: Finish["left"], faults: number): CopyEnd {
  const state = "Damaged";
  const againInMs = againMs(claim.tries);
  if (nowhere > 0) {
    const files = nowhere === 1 ? "one damaged file" : `${nowhere} damaged files`;
    return { state, trouble: `No storage has good bytes of ${files}.`, againInMs };
  }
  if (newer > 0) {
    const trouble = `${claim.storage} has a newer version of this object than the ${claim.version} that Waybill knows. Was the database restored from a backup? Nothing was changed there.`;
    return { state, trouble, againInMs };
  }
  if (waiting > 0) return { state, trouble: null, againInMs: BUSY_MS };
  if (faults > 0) return { state, trouble: null, againInMs: 0 };
  return { state: "Verified", trouble: null, againInMs: null };
}
