import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openContainers } from "../../adapters/container/containers.ts";
import { renderLetter } from "../../adapters/mail/render-letter.tsx";
import { renderReport } from "../../adapters/mail/render-report.tsx";
import { mediaTypes } from "../../adapters/media/identify.ts";
import { readXml } from "../../adapters/metadata/read-xml.ts";
import { createPayloadSource } from "../../adapters/payload/source.ts";
import { csv } from "../../adapters/report/csv.ts";
import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";
import { openWorkingFiles } from "../../adapters/working/folders.ts";
import type { ProfileSettings } from "../../core/contracts/profile.ts";
import { workBatch } from "../../operations/batch/work.ts";
import type { Context } from "../../operations/context.ts";
import { openAfterEnd } from "../../operations/job/after-end.ts";
import { workJob } from "../../operations/job/work.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { openJobSteps } from "../../prisma/store/job/gathered.ts";
import { type Lease, takeLease, takeNextLease } from "../../prisma/store/lease.ts";
import { type Reservation, reserveSpace } from "../../prisma/store/space/reserve.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { objectManifest } from "../pipeline/manifests.ts";
import { anyRoot } from "./any-root.ts";

const QUOTA_BYTES = 1_000_000_000;
const LEASE = { leaseMs: 60_000 };
const WAIT_RETRY_MS = "20";

export type Fields = Readonly<Record<string, string>>;

/** An installation whose batches and jobs are worked in this process, against a real disk and database; no lane decides. */
export type DepositScene = Pick<Installation, "ctx" | "end"> & {
  /** The OCFL storage root. */
  readonly root: string;
  /** Writes a file that manifests may name; answers its address. */
  file(name: string, text: string | Uint8Array): Promise<string>;
  /** Deposits files as one object manifest and makes its job; answers the batch. */
  depositFiles(files: Fields, fields?: Fields): Promise<string>;
  /** Deposits a payload and makes its jobs. */
  deposit(payload: string | Uint8Array, fields: Fields): Promise<string>;
  /** Works jobs until none is open, or `until` says so; several at once, each as a worker of its own. */
  work(workers?: number, until?: () => Promise<boolean>): Promise<void>;
  /** Deposits files and works them; answers the one job. */
  ingest(files: Fields, fields?: Fields): Promise<Awaited<ReturnType<typeof jobOf>>>;
  jobOf(batchId: string): ReturnType<typeof jobOf>;
  /** Logical path to text of the object's version. */
  filesOf(ark: string, version: number): Promise<Record<string, string>>;
};

/** `faultPoint` is called at the worker's named places and may throw. */
export async function makeDepositScene(
  settings: Partial<ProfileSettings> = {},
  faultPoint: (name: string) => Promise<void> = async () => undefined,
): Promise<DepositScene> {
  const sources = await mkdtemp(path.join(os.tmpdir(), "waybill-sources-"));
  const installation = await makeInstallation({
    settings,
    env: { WAIT_RETRY_MS, SOURCE_FILE_ROOTS: sources },
  });
  const { ctx, folder } = installation;
  const ports = { ...(await openPorts(ctx, folder, sources)), faultPoint };
  let files = 0;
  const file: DepositScene["file"] = async (name, text) => {
    files += 1;
    const at = path.join(sources, String(files));
    await mkdir(at);
    await writeFile(path.join(at, encodeURIComponent(name)), text);
    return pathToFileURL(path.join(at, encodeURIComponent(name))).href;
  };
  const deposit: DepositScene["deposit"] = async (payload, fields) => {
    const batchId = await installation.deposit(payload, fields);
    await expand(ctx, ports, batchId);
    return batchId;
  };
  const depositFiles: DepositScene["depositFiles"] = async (texts, fields = {}) => {
    const rows = [];
    for (const [name, text] of Object.entries(texts)) rows.push({ name, url: await file(name, text) });
    return deposit(objectManifest(rows), { type: "object-manifest", filename: "object.checkm", ...fields });
  };
  const work: DepositScene["work"] = (workers = 1, until) => workAll(ctx, ports, workers, until);
  return {
    ctx,
    root: path.join(folder, "ocfl"),
    file,
    deposit,
    depositFiles,
    work,
    ingest: async (texts, fields) => {
      const batchId = await depositFiles(texts, fields);
      await work();
      return jobOf(ctx, batchId);
    },
    jobOf: (batchId) => jobOf(ctx, batchId),
    filesOf: (ark, version) => filesOf(ctx, ports.objects.of(), ark, version),
    end: async () => {
      await ports.source.close();
      await installation.end();
      await rm(sources, { recursive: true, force: true });
    },
  };
}

async function openPorts(ctx: Context, folder: string, sources: string) {
  const working = openWorkingFiles(path.resolve(ctx.env.WORKING_STORAGE), anyRoot);
  const store = createOcflStore({
    root: path.join(folder, "ocfl"),
    staging: path.join(folder, "staging"),
    fsync: false,
  });
  return {
    working,
    source: createPayloadSource({ fileRoots: [sources], tries: 1 }),
    objects: { of: () => store },
    mediaTypes,
    containers: openContainers(),
    readXml,
    identifiers: undefined,
    quotaBytes: QUOTA_BYTES,
    steps: openJobSteps(ctx.db),
    afterEnd: openAfterEnd(ctx, working),
    reserve: async (ask: Reservation) => {
      const storage = { quotaBytes: QUOTA_BYTES, freeBytes: QUOTA_BYTES };
      const [answer] = await reserveSpace(ctx.db, [ask], storage);
      if (!answer) throw new Error("no answer");
      return answer;
    },
    renderReport,
    renderLetter,
    csv,
  };
}

type Ports = Awaited<ReturnType<typeof openPorts>> & {
  readonly faultPoint: (name: string) => Promise<void>;
};

async function expand(ctx: Context, ports: Ports, batchId: string): Promise<void> {
  await moveBatch(ctx.db, { batchId, from: "Pending", to: "Processing", by: "worker", actor: "Waybill" });
  // times are kept in whole milliseconds, so what is due now may be due in half a one
  let lease: Lease | undefined;
  while (!lease) {
    lease = await takeLease(ctx.db, "batch", { id: batchId, owner: "test", ...LEASE });
    if (!lease) await delay(1);
  }
  await workBatch(ctx, ports, { batchId, ...lease, signal: new AbortController().signal });
}

async function workAll(
  ctx: Context,
  ports: Ports,
  workers: number,
  until: () => Promise<boolean> = async () => false,
): Promise<void> {
  const signal = AbortSignal.timeout(25_000);
  const isDone = async () => {
    const open = await ctx.db.job.count({ where: { state: { notIn: ["Completed", "Failed", "Deleted"] } } });
    return open === 0 || (await until());
  };
  const loop = async (owner: string) => {
    for (;;) {
      signal.throwIfAborted();
      const lease = await takeNextLease(ctx.db, "job", { owner, ...LEASE });
      if (lease) await workJob(ctx, ports, { jobId: lease.id, ...lease, signal });
      if (await isDone()) return;
      if (!lease) await delay(5);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, at) => loop(`worker-${at}`)));
}

async function jobOf({ db }: Context, batchId: string) {
  return db.job.findFirstOrThrow({ where: { batchId }, orderBy: { ordinal: "asc" } });
}

async function filesOf(
  { db }: Context,
  objects: ReturnType<Ports["objects"]["of"]>,
  ark: string,
  version: number,
): Promise<Record<string, string>> {
  const found = await db.objectVersion.findFirstOrThrow({
    where: { version, object: { ark } },
    include: { object: true, files: { orderBy: { ordinal: "asc" } } },
  });
  const texts: Record<string, string> = {};
  for (const file of found.files) {
    const parts: Buffer[] = [];
    for await (const part of await objects.open(found.object.root ?? "", file.contentPath))
      parts.push(Buffer.from(part));
    texts[file.path] = Buffer.concat(parts).toString("utf8");
  }
  return texts;
}
