import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { openLargeFiles } from "../adapters/bytes/large-files.ts";
import { openCallbackSender } from "../adapters/callback/sender.ts";
import { openCheckFolders } from "../adapters/check/folders.ts";
import { openCheckStorages } from "../adapters/check/storages.ts";
import { openContainers } from "../adapters/container/containers.ts";
import { openFileSystemSync } from "../adapters/disk/file-system-sync.ts";
import { ezidService } from "../adapters/identifier/ezid.ts";
import type { Ledgers } from "../adapters/ledger/ledgers.ts";
import { mailbox } from "../adapters/mail/mailbox.ts";
import { renderLetter } from "../adapters/mail/render-letter.tsx";
import { renderReport } from "../adapters/mail/render-report.tsx";
import { smtpMailer } from "../adapters/mail/smtp.ts";
import { openManifestChecks } from "../adapters/manifest/check-apart.ts";
import { mediaTypes } from "../adapters/media/identify.ts";
import { readXml } from "../adapters/metadata/read-xml.ts";
import { createPayloadSource } from "../adapters/payload/source.ts";
import { csv } from "../adapters/report/csv.ts";
import { folderPlace } from "../adapters/root/folder-place.ts";
import { rootsOf, storeRoots } from "../adapters/root/store-roots.ts";
import { openCopies } from "../adapters/storage/copies/open-copies.ts";
import { openObjectStores } from "../adapters/storage/object-stores.ts";
import { loadTasks } from "../adapters/tasks/load.ts";
import { openDiskThreads } from "../adapters/threads/threads.ts";
import { openWorkingFiles } from "../adapters/working/folders.ts";
import { WaybillError } from "../core/errors.ts";
import { LEASED } from "../core/leased.ts";
import type { WorkingFiles } from "../core/ports.ts";
import { byName } from "../core/task/by-name.ts";
import { databasePatience } from "../lib/database-patience.ts";
import { type Env, isBuilt } from "../lib/env.ts";
import { faultPoints } from "../lib/fault-points.ts";
import { gatherCalls } from "../lib/gather-calls.ts";
import type { Log } from "../lib/log.ts";
import { Share, within } from "../lib/shares.ts";
import { QUOTA_KEY } from "../operations/batch/largest-upload.ts";
import { type Context, makeContext } from "../operations/context.ts";
import { openAfterEnd } from "../operations/job/after-end.ts";
import { guardRoot } from "../operations/root/guard.ts";
import { makeRootWatch } from "../operations/root/watch.ts";
import { Changes } from "../prisma/changes.ts";
import { connect, type Db } from "../prisma/client.ts";
import { databaseClock } from "../prisma/store/hold/hold.ts";
import { measuredOnce } from "../prisma/store/installation.ts";
import { openJobSteps } from "../prisma/store/job/gathered.ts";
import { openLaneSteps } from "../prisma/store/lane/gathered.ts";
import { findFirstDue, listDue } from "../prisma/store/lease/due.ts";
import { releaseLease, renewLeases, takeLease, takeNextLeases } from "../prisma/store/lease.ts";
import { type Reservation, reserveSpace } from "../prisma/store/space/reserve.ts";
import { isStorageOpen } from "../prisma/store/space.ts";
import type { Kind, LeaseTable } from "./engine/lease-table.ts";
import { BESIDE, connectionsOf } from "./lines.ts";
import { ownTasks } from "./own-tasks.ts";
import { ReceiverCounts } from "./receiver-slots.ts";

/** Longer than any put takes: anything older was left by a process that died. */
const STAGING_MS = 172_800_000;
/** Callbacks this worker sends to one receiver at a time. */
const CALLBACKS_PER_RECEIVER = 4;
/** How often a wait for connections is logged. */
const TELL_MS = 10_000;

/**
 * The worker's composition root: everything its verbs run with. `max`: connections to the database; tests have fewer.
 */
export async function wire(
  env: Env,
  log: Log,
  ledgers: Ledgers,
  max = connectionsOf(env) - BESIDE.sequencer,
) {
  const onWait = seldom(
    () => log.warn({ connections: max }, "all connections to the database are in use"),
    TELL_MS,
  );
  const db = connect(env.DATABASE_URL, {
    max,
    name: "worker",
    plansOnce: true,
    onWait,
    ...databasePatience(env),
  });
  const ofStorage = new Share(BESIDE.storage);
  const ctx = makeContext({
    db,
    changes: new Changes(db, (error) => log.warn({ err: error }, "changes could not be published")),
    env,
    log,
    checkManifest: openManifestChecks({ fromSources: !isBuilt() }),
  });
  const workingFolder = path.resolve(env.WORKING_STORAGE);
  const threads = openDiskThreads({ fromSources: !isBuilt() });
  const large = openLargeFiles({ fromSources: !isBuilt() });
  const working = openWorkingFiles(workingFolder, guardRoot(ctx, folderPlace("working", workingFolder)), {
    reserveBytes: env.DISK_RESERVE,
    threads,
  });
  const quotaBytes =
    env.WORKING_STORAGE_QUOTA ??
    (await measuredOnce(db, QUOTA_KEY, async () => Math.floor((await working.freeBytes()) / 2)));
  const space = async () => ({ quotaBytes, freeBytes: await working.freeBytes() });
  const reserve = gatherCalls(async (asks: readonly Reservation[]) =>
    within([ofStorage], async () => reserveSpace(db, asks, await space())),
  );
  const askGate = gatherCalls(async (asks: readonly undefined[]) => {
    const freeBytes = await freeBytesOrAway(working);
    const isOpen = await within([ofStorage], async () => isStorageOpen(db, { quotaBytes, freeBytes }));
    return asks.map(() => isOpen);
  });
  const source = createPayloadSource({
    tries: env.SOURCE_TRIES,
    idleTimeoutMs: env.SOURCE_IDLE_MS,
    lookTimeoutMs: env.SOURCE_LOOK_MS,
    backoffBaseMs: env.SOURCE_BACKOFF_MS,
    userAgent: env.USER_AGENT,
    extraPorts: env.SOURCE_PORTS.map(Number),
    fileRoots: env.SOURCE_FILE_ROOTS,
    reserveBytes: env.DISK_RESERVE,
    threads,
    large,
  });
  const objectRoot = path.resolve(env.OBJECT_STORAGE);
  const storage = { root: path.join(objectRoot, "ocfl"), staging: path.join(objectRoot, "staging") };
  const together = env.STORAGE_SYNC === "together" ? openFileSystemSync(storage.root) : undefined;
  const objects = openObjectStores(
    env,
    storage,
    storeRoots(env, storage.root, (place) => guardRoot(ctx, place)),
    { threads, together, readBack: large.readBack },
  );
  const roots = [working.root, ...rootsOf(objects.roots)];
  const copies = openCopies(env, {
    folders: storage,
    roots: objects.roots,
    guard: (place) => guardRoot(ctx, place),
  });
  const mailer = env.SMTP_URL ? smtpMailer(env.SMTP_URL) : mailbox;
  const callbacks = openCallbackSender({
    timeoutMs: env.CALLBACK_TIMEOUT_MS,
    extraPorts: env.SOURCE_PORTS.map(Number),
  });
  const receivers = new ReceiverCounts(CALLBACKS_PER_RECEIVER);
  const faultPoint = faultPoints(env.FAULT_POINTS);
  const identifiers = env.EZID_URL
    ? ezidService({ url: env.EZID_URL, user: env.EZID_USER, password: env.EZID_PASSWORD })
    : undefined;
  const ports = {
    reserve,
    steps: openJobSteps(db, {
      connections: BESIDE.jobSteps,
      onFailed: (error, jobs) =>
        log.warn({ err: error, jobs }, "a step failed for a group of jobs; each takes it alone"),
    }),
    afterEnd: openAfterEnd(ctx, working),
    working,
    source,
    objects,
    mediaTypes,
    containers: openContainers({ reserveBytes: env.DISK_RESERVE, large }),
    readXml,
    identifiers,
    quotaBytes,
    faultPoint,
    renderReport,
    renderLetter,
    csv,
    mailer,
    callbacks,
    receivers,
  };
  const checkPorts = {
    folders: openCheckFolders(workingFolder, working.root),
    storages: openCheckStorages(objects, storage),
    working,
    roots,
  };
  const instance = `${os.hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const lanePorts = {
    ledgers,
    steps: openLaneSteps(db, {
      connections: BESIDE.steps,
      alone: BESIDE.lockedSteps,
      onFailed: (error, lanes) =>
        log.warn({ err: error, lanes }, "a step failed for a group of lanes; each takes it alone"),
    }),
    isStorageOpen: () => askGate(undefined),
    faultPoint,
    instance,
    roll: Math.random,
  };
  const copyPorts = { storages: copies.storages, owner: instance, faultPoint };
  const definitions = byName([...ownTasks({ ctx, copyPorts }), ...(await loadTasks(env.TASKS))]);
  const rootWatch = makeRootWatch(ctx, { roots: [...roots, ...copies.roots], instance });
  // by the clock all workers share: a worker whose clock is days ahead must not remove what another is just storing
  const clearStaging = async () => objects.sweep(new Date((await databaseClock(db)).getTime() - STAGING_MS));
  return {
    ctx,
    ports,
    checkPorts,
    lanePorts,
    space,
    clearStaging,
    watchRoots: () => rootWatch.look(),
    standsDown: () => rootWatch.standsDown,
    taskPorts: { definitions, roll: Math.random },
    table: leaseTable(db, env, {
      owner: instance,
      receivers,
      tasks: [...definitions.keys()],
      standsDown: () => rootWatch.standsDown,
    }),
    close: () =>
      close(
        ctx,
        [
          { close: () => rootWatch.close() },
          source,
          ledgers,
          callbacks,
          threads,
          ...(together ? [{ close: async () => together.close() }] : []),
          large,
          ...(identifiers ? [identifiers] : []),
        ],
        [mailer, objects, copies],
      ),
  };
}

/** Runs `act` at most once every `everyMs`. */
function seldom(act: () => void, everyMs: number): () => void {
  let last = -Infinity;
  return () => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    act();
  };
}

async function close(
  ctx: Context,
  connections: readonly { close(): Promise<void> }[],
  idle: readonly { close(): void }[],
): Promise<void> {
  await ctx.changes.flush();
  for (const one of idle) one.close();
  await Promise.all(connections.map((connection) => connection.close()));
  await ctx.db.$disconnect();
}

/**
 * Free bytes, or enough of them while working storage is away: the batch begins and waits at its first step, and its
 * lane is not delayed.
 */
async function freeBytesOrAway(working: WorkingFiles): Promise<number> {
  try {
    return await working.freeBytes();
  } catch (error) {
    if (error instanceof WaybillError && error.code === "storage_away") return Number.MAX_SAFE_INTEGER;
    throw error;
  }
}

/** Kinds of rows whose work needs a storage. */
const NEED_STORAGE: readonly Kind[] = ["batch", "job", "check"];

type Holder = {
  readonly owner: string;
  readonly receivers: ReceiverCounts;
  /** The names of the tasks this worker knows. */
  readonly tasks: readonly string[];
  /** Whether to leave work that needs a storage to workers that have it. */
  readonly standsDown: () => boolean;
};

function leaseTable(db: Db, env: Env, { owner, receivers, tasks, standsDown }: Holder): LeaseTable {
  const lengthOf = (kind: Kind) =>
    kind === "lane" ? { leaseMs: env.CLAIM_MS, lastMs: env.CLAIM_LAST_MS } : { leaseMs: env.LEASE_MS };
  const wanted = () => ({ busy: receivers.busy, tasks });
  const leaves = (kind: Kind) => NEED_STORAGE.includes(kind) && standsDown();
  const takeNext = async (kind: Kind, most = 1) =>
    takeNextLeases(db, kind, { owner, ...wanted(), most, ...lengthOf(kind) });
  const share = new Share(BESIDE.next);
  const gathered = (kind: Kind) =>
    gatherCalls(async (asks: readonly undefined[]) => {
      const taken = await within([share], () => takeNext(kind, asks.length));
      return asks.map((_, place) => taken[place]);
    });
  // the two kinds of which many places become free at the same time
  const next = { lane: gathered("lane"), job: gathered("job") };
  return {
    take: async (kind, id, onLocked) =>
      leaves(kind) ? undefined : takeLease(db, kind, { id, owner, ...wanted(), onLocked, ...lengthOf(kind) }),
    takeNext: async (kind) => {
      if (leaves(kind)) return undefined;
      if (kind === "lane" || kind === "job") return next[kind](undefined);
      const [lease] = await takeNext(kind);
      return lease;
    },
    renew: (kind, held) => renewLeases(db, kind, held, lengthOf(kind)),
    release: (kind, row) => releaseLease(db, kind, row),
    due: async (kind, most) => (leaves(kind) ? [] : listDue(db, kind, most, wanted())),
    firstDue: () =>
      findFirstDue(
        db,
        LEASED.filter((kind) => !leaves(kind)),
        wanted(),
      ),
  };
}
