import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openObjectStores } from "../../adapters/storage/object-stores.ts";
import { validateObject } from "../../adapters/storage/ocfl/validate.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { Env } from "../../lib/env.ts";
import { openObjectFile } from "../../operations/object/open-file.ts";
import { anyRoots } from "../factories/any-root.ts";
import { type S3Server, startS3Server } from "../servers/s3-server.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

let s3: S3Server;
let installation: Installation;
let worker: WorkerProcess | undefined;
let s3Env: Readonly<Record<string, string>>;

beforeAll(async () => {
  s3 = await startS3Server();
  installation = await makeInstallation({ settings: { storageTarget: "s3" } });
  s3Env = {
    ...installation.workerEnv,
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_PREFIX: "ocfl",
    S3_FORCE_PATH_STYLE: "true",
    S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
  };
});
beforeEach(() => {
  s3.proxy.fault = () => undefined;
});
afterAll(async () => {
  await worker?.stop();
  await installation?.end();
  await s3?.close();
});

function deposit(content: string, title: string): Promise<string> {
  return installation.deposit(content, {
    filename: "map.txt",
    type: "file",
    title,
    localIdentifier: "map-1",
  });
}

function theObject() {
  return installation.ctx.db.storedObject.findFirstOrThrow({ orderBy: { createdAt: "asc" } });
}

async function setProfile(version: number, settings: Partial<ProfileSettings>): Promise<void> {
  const { db } = installation.ctx;
  const { id: collectionId } = await db.collection.findFirstOrThrow();
  const whole = ProfileSettings.parse(settings);
  await db.profileVersion.create({
    data: { id: randomUUID(), collectionId, version, settings: whole, createdBy: "test" },
  });
}

async function waitsWith(batchId: string, code: string): Promise<void> {
  await until(async () => {
    const [job] = await installation.ctx.db.job.findMany({ where: { batchId } });
    return (
      (job?.state === "Processing" && job.waitCode === code) || `the job is ${job?.state} ${job?.waitCode}`
    );
  }, 60_000);
}

describe("a collection whose profile says s3", () => {
  it("waits while S3 has no settings, and goes on once it has", async () => {
    worker = await startWorker(installation.workerEnv);
    const batchId = await deposit("first", "One");
    await waitsWith(batchId, "storage_not_configured");
    await worker.stop();
    worker = await startWorker(s3Env);
    await installation.batchReaches(batchId, "Completed");
    const object = await theObject();
    expect(object).toMatchObject({ storage: "s3", version: 1 });
    expect(s3.proxy.calls.some(({ key }) => key === `ocfl/${object.root}/inventory.json`)).toBe(true);
  });

  it("hands out a stored file's bytes from S3", async () => {
    const stores = openObjectStores(Env.parse(s3Env), { root: "/none", staging: "/none" }, anyRoots);
    const object = await theObject();
    const place = { objectId: object.id, version: 1, ordinal: 1 };
    const file = await openObjectFile(installation.ctx, place, stores);
    expect(await text(await file.open())).toBe("first");
    stores.close();
  });

  it("adds a version where the object is, also when the profile has changed, and waits out an S3 that is away", async () => {
    await setProfile(2, { storageTarget: "filesystem" });
    s3.proxy.fault = () => "slow-down";
    const batchId = await deposit("second", "Two");
    await waitsWith(batchId, "storage_unavailable");
    s3.proxy.fault = () => undefined;
    await installation.batchReaches(batchId, "Completed");
    const object = await theObject();
    expect(object).toMatchObject({ storage: "s3", version: 2 });
    const stores = openObjectStores(Env.parse(s3Env), { root: "/none", staging: "/none" }, anyRoots);
    const findings = stores.s3 && (await validateObject(stores.s3.tree(object.root ?? "")));
    expect(findings?.filter(({ code }) => code.startsWith("E"))).toEqual([]);
    for (const [version, content] of [
      [1, "first"],
      [2, "second"],
    ] as const) {
      const file = await openObjectFile(
        installation.ctx,
        { objectId: object.id, version, ordinal: 1 },
        stores,
      );
      expect(await text(await file.open())).toBe(content);
    }
    stores.close();
  });

  it("keeps a new object where the profile says now", async () => {
    const batchId = await installation.deposit("third", {
      filename: "x.txt",
      type: "file",
      localIdentifier: "map-2",
    });
    await installation.batchReaches(batchId, "Completed");
    const [job] = await installation.ctx.db.job.findMany({ where: { batchId } });
    const object = await installation.ctx.db.storedObject.findUniqueOrThrow({
      where: { ark: job?.ark ?? "" },
    });
    expect(object).toMatchObject({ storage: "filesystem", version: 1 });
  });

  it("records nothing when S3 gives other bytes than were stored", async () => {
    s3.proxy.fault = ({ method, key }) =>
      method === "GET" && key.includes("/content/") ? "corrupt-download" : undefined;
    const batchId = await deposit("fourth", "Four");
    await installation.batchReaches(batchId, "Failed");
    const [job] = await installation.ctx.db.job.findMany({ where: { batchId } });
    expect(job).toMatchObject({ state: "Failed", errorCode: "storage_verify_failed" });
    expect((await theObject()).version).toBe(2);
  });
});
