import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateObject } from "../../adapters/storage/ocfl/validate.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Redis, startRedis } from "../setup/redis.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfFiles, batchOfManifests, objectManifest } from "./manifests.ts";
import { until } from "./until.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe.each(["PostgreSQL", "Redis"] as const)("the pipeline woken by BullMQ on %s", (backend) => {
  let source: HostileSource;
  let redis: Redis | undefined;
  let installation: Installation;
  let worker: WorkerProcess;

  beforeAll(async () => {
    source = await startSource();
    redis = backend === "Redis" ? await startRedis() : undefined;
    installation = await makeInstallation({
      settings: { privateSources: [source.host] },
      env: redis ? { REDIS_URL: redis.url } : {},
    });
    worker = await startWorker(installation.workerEnv);
  });
  afterAll(async () => {
    await worker?.stop();
    await installation?.end();
    await redis?.stop();
    await source?.close();
  });

  it("takes a single file through every state to a stored, inventoried and reported object", async () => {
    const { db } = installation.ctx;
    const batchId = await installation.deposit("hello", {
      filename: "hello.txt",
      type: "file",
      title: "A greeting",
      creator: "Ada",
      localIdentifier: "greeting-1",
    });
    await installation.batchReaches(batchId, "Completed");

    const [job] = await db.job.findMany({ where: { batchId } });
    const events = await db.event.findMany({ where: { jobId: job?.id ?? "" }, orderBy: { id: "asc" } });
    expect(events.map(({ to }) => to)).toEqual([
      "Pending",
      "Estimating",
      "Provisioning",
      "Downloading",
      "Processing",
      "Recording",
      "Notify",
      "Completed",
    ]);
    expect(job).toMatchObject({
      state: "Completed",
      lastSuccessfulState: "Notify",
      workingDirectory: null,
      spaceReserved: 0n,
      retryCount: 0,
      leaseOwner: null,
      dueAt: null,
    });
    expect(job?.ark).toMatch(/^ark:\/99999\/fk4[0-9bcdfghjkmnpqrstvwxz]{9}$/);

    const object = await db.storedObject.findUniqueOrThrow({
      where: { ark: job?.ark ?? "" },
      include: { localIds: true, versions: { include: { files: { orderBy: { ordinal: "asc" } } } } },
    });
    expect(object).toMatchObject({
      version: 1,
      what: "A greeting",
      who: "Ada",
      busyJobId: null,
      localIds: [{ localId: "greeting-1" }],
    });
    const [version] = object.versions;
    expect(version?.files.map(({ path: name }) => name)).toEqual([
      "producer/hello.txt",
      "system/mrt-ingest.txt",
      "system/mrt-owner.txt",
      "system/mrt-membership.txt",
      "system/mrt-mom.txt",
      "system/mrt-erc.txt",
      "system/mrt-dc.xml",
      "system/mrt-manifest.txt",
    ]);
    expect(version?.files[0]).toMatchObject({ size: 5n, sha256: sha256("hello"), mediaType: "text/plain" });
    const folder = path.join(installation.workerEnv.OBJECT_STORAGE ?? "", "ocfl", object.root ?? "");
    expect((await validateObject(folder)).filter(({ code }) => code.startsWith("E"))).toEqual([]);

    const report = await db.report.findFirstOrThrow({ where: { batchId }, include: { attachments: true } });
    expect(report).toMatchObject({ number: 1, outcome: "OK" });
    expect(report.attachments.map(({ filename }) => filename).sort()).toEqual([
      "completed.json",
      "failed.json",
      "jobs.csv",
    ]);
    const working = installation.workerEnv.WORKING_STORAGE ?? "";
    expect(await readdir(path.join(working, "jobs"))).toEqual([]);
    // the deposited file goes once the batch's end is known to the database
    await until(async () => {
      const left = await readdir(path.join(working, "batches"));
      return left.length === 0 || `${left} is still there`;
    }, 10_000);
  });

  it("takes a batch of files and a batch of object manifests", async () => {
    for (const name of ["a.txt", "b.txt", "c.txt"])
      source.serve(`/${name}`, { kind: "file", body: `bytes of ${name}` });
    const files = ["a.txt", "b.txt", "c.txt"].map((name) => ({
      url: source.url(`/${name}`),
      name,
      sha256: sha256(`bytes of ${name}`),
    }));
    source.serve("/one.checkm", { kind: "file", body: objectManifest(files) });
    source.serve("/two.checkm", { kind: "file", body: objectManifest(files.slice(0, 1)) });
    const first = await installation.deposit(batchOfFiles(files), { filename: "files.checkm" });
    const second = await installation.deposit(
      batchOfManifests(
        ["/one.checkm", "/two.checkm"].map((name) => ({ url: source.url(name), name: name.slice(1) })),
      ),
      { filename: "manifests.checkm" },
    );
    await installation.batchReaches(first, "Completed");
    await installation.batchReaches(second, "Completed");
    const counts = await installation.ctx.db.objectVersion.findMany({
      where: { batchId: second },
      orderBy: { fileCount: "asc" },
    });
    // seven files of Waybill's own and one or three of the depositor's
    expect(counts.map(({ fileCount }) => fileCount)).toEqual([8, 10]);
    expect(await installation.jobStates(first)).toEqual(["Completed", "Completed", "Completed"]);
  });
});
