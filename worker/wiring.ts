import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { containers } from "../adapters/container/containers.ts";
import type { Ledgers } from "../adapters/ledger/ledgers.ts";
import { mailbox } from "../adapters/mail/mailbox.ts";
import { renderReport } from "../adapters/mail/render-report.tsx";
import { smtpMailer } from "../adapters/mail/smtp.ts";
import { mediaTypes } from "../adapters/media/identify.ts";
import { createPayloadSource } from "../adapters/payload/source.ts";
import { csv } from "../adapters/report/csv.ts";
import { createOcflStore } from "../adapters/storage/ocfl/store.ts";
import { sweepStaging } from "../adapters/storage/ocfl/sweep-staging.ts";
import { openWorkingFiles } from "../adapters/working/folders.ts";
import { databasePatience, type Env } from "../lib/env.ts";
import { faultPoints } from "../lib/fault-points.ts";
import { inGroups } from "../lib/in-groups.ts";
import type { Log } from "../lib/log.ts";
import { type Context, SYSTEM } from "../operations/context.ts";
import { Changes } from "../prisma/changes.ts";
import { connect, type Db } from "../prisma/client.ts";
import { listDue } from "../prisma/store/lease/due.ts";
import { releaseLease } from "../prisma/store/lease/release.ts";
import { renewLeases } from "../prisma/store/lease/renew.ts";
import { takeLease } from "../prisma/store/lease/take.ts";
import { takeNextLease } from "../prisma/store/lease/take-next.ts";
import { firstSetting } from "../prisma/store/setting/first.ts";
import { isStorageOpen } from "../prisma/store/space/is-open.ts";
import { type Reservation, reserveSpace } from "../prisma/store/space/reserve.ts";
import type { Kind, LeaseTable } from "./engine/lease-table.ts";

/** Longer than any put takes: what is older was left by a process that died. */
const STAGING_MS = 172_800_000;

/** Connections a worker needs: about one for two jobs at a time, and some for its own loops. */
const connectionsFor = (jobs: number) => Math.ceil(jobs / 2) + 4;

/** The worker's composition root: what its verbs run with. */
export async function wire(env: Env, log: Log, ledgers: Ledgers) {
  const max = connectionsFor(env.JOB_CONCURRENCY);
  const db = connect(env.DATABASE_URL, { max, name: "worker", ...databasePatience(env) });
  const ctx: Context = {
    db,
    actor: SYSTEM,
    now: () => new Date(),
    uuid: randomUUID,
    changes: new Changes(db, (error) => log.warn({ err: error }, "changes could not be announced")),
    env,
    log,
  };
  const working = openWorkingFiles(path.resolve(env.WORKING_STORAGE));
  const quotaBytes =
    env.WORKING_STORAGE_QUOTA ??
    (await firstSetting(db, "working-storage-quota", Math.floor((await working.freeBytes()) / 2)));
  const reserve = inGroups(async (asks: readonly Reservation[]) =>
    reserveSpace(db, asks, { quotaBytes, freeBytes: await working.freeBytes() }),
  );
  const askGate = inGroups(async (asks: readonly undefined[]) => {
    const isOpen = await isStorageOpen(db, { quotaBytes, freeBytes: await working.freeBytes() });
    return asks.map(() => isOpen);
  });
  const source = createPayloadSource({
    tries: env.SOURCE_TRIES,
    idleTimeoutMs: env.SOURCE_IDLE_MS,
    lookTimeoutMs: env.SOURCE_LOOK_MS,
    backoffBaseMs: env.SOURCE_BACKOFF_MS,
    extraPorts: env.SOURCE_PORTS.map(Number),
    fileRoots: env.SOURCE_FILE_ROOTS,
  });
  const objectRoot = path.resolve(env.OBJECT_STORAGE);
  const staging = path.join(objectRoot, "staging");
  const objects = createOcflStore({ root: path.join(objectRoot, "ocfl"), staging });
  const mailer = env.SMTP_URL ? smtpMailer(env.SMTP_URL) : mailbox;
  const faultPoint = faultPoints(env.FAULT_POINTS);
  const ports = {
    reserve,
    working,
    source,
    objects,
    mediaTypes,
    containers,
    quotaBytes,
    faultPoint,
    renderReport,
    csv,
    mailer,
  };
  const instance = `${os.hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const lanePorts = {
    ledgers,
    isStorageOpen: () => askGate(undefined),
    faultPoint,
    instance,
    roll: Math.random,
  };
  const clearStaging = () => sweepStaging(staging, new Date(Date.now() - STAGING_MS));
  return {
    ctx,
    ports,
    lanePorts,
    clearStaging,
    table: leaseTable(db, env, instance),
    close: () => close(ctx, [source, ledgers], mailer),
  };
}

async function close(
  ctx: Context,
  connections: readonly { close(): Promise<void> }[],
  mailer: { close(): void },
): Promise<void> {
  await ctx.changes.flush();
  mailer.close();
  await Promise.all(connections.map((connection) => connection.close()));
  await ctx.db.$disconnect();
}

function leaseTable(db: Db, env: Env, owner: string): LeaseTable {
  const lengthOf = (kind: Kind) =>
    kind === "lane" ? { leaseMs: env.CLAIM_MS, lastMs: env.CLAIM_LAST_MS } : { leaseMs: env.LEASE_MS };
  return {
    take: (kind, id) => takeLease(db, kind, { id, owner, ...lengthOf(kind) }),
    takeNext: (kind) => takeNextLease(db, kind, { owner, ...lengthOf(kind) }),
    renew: (kind, held) => renewLeases(db, kind, held, lengthOf(kind)),
    release: (kind, row) => releaseLease(db, kind, row),
    due: (kind, most) => listDue(db, kind, most),
  };
}
