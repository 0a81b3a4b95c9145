import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { FindingQuery } from "../../core/contracts/check-requests.ts";
import type { CheckView } from "../../core/contracts/check-views.ts";
import { getCheck } from "../../operations/check/get.ts";
import { repairFindings } from "../../operations/check/repair.ts";
import { requestCheck } from "../../operations/check/request.ts";
import { type DueWork, openDueWork } from "../acceptance/due-work.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { objectManifest } from "../pipeline/manifests.ts";

const HOUR_MS = 3_600_000;

/** An object that was deposited, with what made it. `folder`: absolute, of its OCFL object. */
export type Deposited = {
  readonly batchId: string;
  readonly jobId: string;
  readonly objectId: string;
  readonly ark: string;
  readonly folder: string;
};

/** An installation with a worker inside the test, and checks of it. */
export type CheckWorld = {
  readonly installation: Installation;
  readonly due: DueWork;
  readonly working: string;
  readonly objects: string;
  /** Deposits one file and works it to its end; `update`: as the next version of this object. */
  store(text: string, update?: Deposited): Promise<Deposited>;
  /** Deposits a manifest whose only file cannot be fetched. */
  fail(): Promise<{ readonly batchId: string; readonly jobId: string }>;
  /** Makes everything older than any grace period. */
  age(): Promise<void>;
  check(deep?: boolean): Promise<CheckView>;
  /** Repairs everything a check found and lets the worker go on with what that woke. */
  repairAll(runId: string): Promise<CheckView>;
  end(): Promise<void>;
};

export async function makeCheckWorld(): Promise<CheckWorld> {
  const installation = await makeInstallation();
  const { ctx, folder, workerEnv } = installation;
  const due = await openDueWork(workerEnv);
  const working = path.join(folder, "working");
  const objects = path.join(folder, "objects");
  const view = (id: string) => getCheck(ctx, id, FindingQuery.parse({ limit: 200 }));
  const ended = async (batchId: string) => {
    await due.all();
    return ctx.db.job.findFirstOrThrow({ where: { batchId } });
  };
  return {
    installation,
    due,
    working,
    objects,
    async store(text, update) {
      const fields = { filename: "a.txt", type: "file", title: text };
      const again = update && { update: "true", primaryIdentifier: update.ark };
      const batchId = await installation.deposit(text, { ...fields, ...again });
      const { id: jobId, ark } = await ended(batchId);
      const object = await ctx.db.storedObject.findUniqueOrThrow({ where: { ark: ark ?? "" } });
      const place = path.join(objects, "ocfl", object.root ?? "");
      return { batchId, jobId, objectId: object.id, ark: object.ark, folder: place };
    },
    async fail() {
      const manifest = objectManifest([{ url: "http://127.0.0.1:9/none.txt", name: "none.txt" }]);
      const batchId = await installation.deposit(manifest, { filename: "m.checkm" });
      return { batchId, jobId: (await ended(batchId)).id };
    },
    age: () => age(installation, working),
    async check(deep = false) {
      const { id } = await requestCheck(ctx, { deep });
      await due.one("check");
      return view(id);
    },
    async repairAll(id) {
      const before = await view(id);
      for (const { kind } of before.kinds) await repairFindings(ctx, { id, kind, reason: "by the test" });
      await due.all();
      return view(id);
    },
    async end() {
      await due.close();
      await installation.end();
    },
  };
}

async function age({ ctx: { db } }: Installation, working: string): Promise<void> {
  await db.$executeRaw`UPDATE job SET state_at = state_at - interval '2 hours'`;
  await db.$executeRaw`
    UPDATE batch SET state_at = state_at - interval '2 hours', created_at = created_at - interval '2 hours'`;
  await db.$executeRaw`UPDATE outbox SET created_at = created_at - interval '2 hours'`;
  for (const kind of ["batches", "jobs"]) {
    const names = await readdir(path.join(working, kind)).catch(() => []);
    for (const name of names) await makeOld(path.join(working, kind, name), 2);
  }
}

async function makeOld(place: string, hours: number): Promise<void> {
  const at = new Date(Date.now() - hours * HOUR_MS);
  await utimes(place, at, at);
}

/** Makes a folder with a file in it that was last changed some hours ago. */
export async function makeOldFolder(place: string, hours: number): Promise<void> {
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "left.txt"), "left");
  await makeOld(path.join(place, "left.txt"), hours);
  await makeOld(place, hours);
}

/** Removes an object's rows from the inventory, its versions from `version` on. */
export async function unrecord(
  { ctx: { db } }: Installation,
  { objectId }: Deposited,
  version = 1,
): Promise<void> {
  await db.objectVersion.deleteMany({ where: { objectId, version: { gte: version } } });
  await db.storedObject.update({ where: { id: objectId }, data: { version: version - 1 } });
}

export async function remove(place: string): Promise<void> {
  await rm(place, { recursive: true });
}
