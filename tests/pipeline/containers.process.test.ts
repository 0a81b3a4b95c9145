import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateObject } from "../../adapters/storage/ocfl/validate.ts";
import { getJob } from "../../operations/job/get.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { makeBag } from "../containers/make-bag.ts";
import { makeZip, tarGzOf, tarOf } from "../containers/make-container.ts";
import { rawZip } from "../containers/raw-zip.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const CONTENTS = { "scans/1.txt": "first", "scans/2.txt": "second", "notes ü.txt": "note", "empty/": "" };
const FILES = ["producer/notes ü.txt", "producer/scans/1.txt", "producer/scans/2.txt"];

let source: HostileSource;
let installation: Installation;
let worker: WorkerProcess;
beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({
    settings: { privateSources: [source.host] },
    env: { SOURCE_TRIES: "2", LEASE_MS: "5000", FAULT_POINTS: "" },
  });
  worker = await startWorker(installation.workerEnv);
});
afterAll(async () => {
  await worker?.stop();
  await installation?.end();
  await source?.close();
});

async function onlyJob(batchId: string) {
  const [job] = await installation.ctx.db.job.findMany({ where: { batchId } });
  if (!job) throw new Error("The batch has no job.");
  return job;
}

/** The depositor's files of a job's stored version, by name. */
async function storedFiles(jobId: string) {
  const version = await installation.ctx.db.objectVersion.findUniqueOrThrow({
    where: { jobId },
    include: { object: true, files: true },
  });
  const folder = path.join(installation.workerEnv.OBJECT_STORAGE ?? "", "ocfl", version.object.root ?? "");
  const files = version.files
    .filter((file) => file.path.startsWith("producer/"))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { folder, files };
}

const working = (folder: string) => path.join(installation.workerEnv.WORKING_STORAGE ?? "", folder);

describe("a container as the deposit", () => {
  it.each([
    ["a.zip", () => makeZip(CONTENTS)],
    ["a.tar", () => tarOf(CONTENTS)],
    ["a.tar.gz", () => tarGzOf(CONTENTS)],
    ["a.tgz", () => tarGzOf(CONTENTS)],
  ])("%s becomes an object of its files", async (filename, make) => {
    const batchId = await installation.deposit(await make(), { filename, title: "Scans" });
    await installation.batchReaches(batchId, "Completed");
    const job = await onlyJob(batchId);
    expect(job).toMatchObject({ payload: "container", workingDirectory: null, spaceReserved: 0n });
    const { folder, files } = await storedFiles(job.id);
    expect(files.map((file) => file.path)).toEqual(FILES);
    expect(files[1]).toMatchObject({ size: 5n, sha256: sha256("first"), mediaType: "text/plain" });
    expect(readFileSync(path.join(folder, files[1]?.contentPath ?? ""), "utf8")).toBe("first");
    expect((await validateObject(folder)).filter(({ code }) => code.startsWith("E"))).toEqual([]);
    expect(readdirSync(working("jobs"))).toEqual([]);
    // the payload goes after the batch's last move
    await until(async () => readdirSync(working("batches")).length === 0 || "the payload is there", 10_000);
  });

  it("a bag is stored whole, without the folder it came in", async () => {
    const zip = await makeZip(makeBag({ "a.txt": "alpha", "b/c.txt": "beta" }, { top: "my-bag/" }));
    const batchId = await installation.deposit(zip, { filename: "bag.zip" });
    await installation.batchReaches(batchId, "Completed");
    const { files } = await storedFiles((await onlyJob(batchId)).id);
    expect(files.map((file) => file.path)).toEqual([
      "producer/bag-info.txt",
      "producer/bagit.txt",
      "producer/data/a.txt",
      "producer/data/b/c.txt",
      "producer/manifest-sha512.txt",
      "producer/tagmanifest-sha512.txt",
    ]);
  });

  it("what is odd about it does not stop it, and is told with the job and in the report", async () => {
    const bag = makeBag({ "a.txt": "alpha", "Notes.txt": "1", "notes.txt": "2" }, { version: "0.96" });
    const batchId = await installation.deposit(await makeZip(bag), { filename: "odd.zip" });
    await installation.batchReaches(batchId, "Completed");
    const { id } = await onlyJob(batchId);
    const { warnings } = await getJob(installation.ctx, id);
    expect(warnings.count).toBe(2);
    expect(warnings.first.map(({ code }) => code)).toEqual(["entry_case_twin", "bag_old"]);
    const report = await installation.ctx.db.report.findFirstOrThrow({ where: { batchId } });
    expect(report.facts).toMatchObject({ warned: { jobs: 1, warnings: 2, listed: [{ id, count: 2 }] } });
  });

  it("its own mrt-manifest.txt that agrees is kept", async () => {
    const rows = ["a.txt", "b.txt"].map(
      (name) => `${name} | sha256 | ${sha256(name)} | ${name.length} | | text/plain`,
    );
    const list = `#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/store/manifest/mrt-object-manifest\n${rows.join("\n")}\n#%eof\n`;
    const zip = await makeZip({ "a.txt": "a.txt", "b.txt": "b.txt", "mrt-manifest.txt": list });
    const batchId = await installation.deposit(zip, { filename: "own.zip" });
    await installation.batchReaches(batchId, "Completed");
  });
});

describe("a container that cannot be used fails its job and leaves nothing in the object storage", () => {
  it.each([
    [
      "zip slip",
      async () =>
        rawZip([
          { name: "../../evil", data: "x" },
          { name: "b", data: "x", mode: 0o120777 },
        ]),
      "container_invalid",
      ["name_dots", "entry_link"],
    ],
    [
      "a bomb",
      async () => rawZip([{ name: "zeros", data: new Uint8Array(50_000_000) }]),
      "container_too_large",
      ["entry_ratio"],
    ],
    [
      "a bomb in a tgz",
      async () => tarGzOf({ zeros: new Uint8Array(50_000_000) }),
      "container_too_large",
      [],
    ],
    [
      "a password",
      async () => rawZip([{ name: "a", data: "x", flags: 1 }]),
      "container_unsupported",
      ["entry_encrypted"],
    ],
    [
      "damage",
      async () =>
        rawZip([
          { name: "a", data: "x", crc: 5 },
          { name: "b", data: "y", crc: 6 },
        ]),
      "container_invalid",
      ["container_invalid", "container_invalid"],
    ],
    [
      "a wrong bag",
      async () =>
        makeZip(makeBag({ "a.txt": "alpha" }, { changes: { "data/a.txt": "other", "data/b.txt": "b" } })),
      "bag_invalid",
      ["bag_digest", "bag_unlisted", "bag_oxum"],
    ],
    [
      "a wrong list of its own",
      async () => makeZip({ "a.txt": "x", "mrt-manifest.txt": "b.txt | | | |\n#%eof\n" }),
      "container_manifest_invalid",
      ["own_missing", "own_unlisted"],
    ],
  ] as const)("%s", async (_, make, code, problems) => {
    const batchId = await installation.deposit(await make(), { filename: "bad.tar", type: "container" });
    await installation.batchReaches(batchId, "Failed");
    const job = await onlyJob(batchId);
    expect(job).toMatchObject({ state: "Failed", errorCode: code });
    expect(((job.problems as { code: string }[] | null) ?? []).map((problem) => problem.code)).toEqual(
      problems,
    );
    expect(existsSync(working("evil"))).toBe(false);
    expect(await installation.ctx.db.objectVersion.count({ where: { batchId } })).toBe(0);
  });
});

describe("a batch of containers", () => {
  const rowsOf = (rows: readonly string[]) =>
    `#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-container-batch-manifest\n${rows.join("\n")}\n#%eof\n`;

  it("makes an object of each, fetched and compared with its digest", async () => {
    const [zip, tar] = [await makeZip(CONTENTS), await tarOf({ "x.txt": "x" })];
    source.serve("/one.zip", { kind: "file", body: zip });
    source.serve("/two.tar", { kind: "file", body: tar });
    const list = rowsOf([
      `${source.url("/one.zip")} | sha256 | ${sha256(zip)} | ${zip.length} | | one.zip | | elm-1 | Ada | One`,
      `${source.url("/two.tar")} | | | | | two.tar`,
      `${source.url("/one.zip")} | md5 | ${"0".repeat(32)} | | | three.zip`,
    ]);
    const batchId = await installation.deposit(list, { filename: "batch.checkm" });
    await installation.batchReaches(batchId, "Failed");
    const jobs = await installation.ctx.db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });
    expect(jobs.map(({ state, errorCode }) => [state, errorCode])).toEqual([
      ["Completed", null],
      ["Completed", null],
      ["Failed", "digest_mismatch"],
    ]);
    expect(jobs[0]).toMatchObject({ title: "One", localIds: ["elm-1"], spaceReserved: 0n });
    expect((await storedFiles(jobs[0]?.id ?? "")).files.map((file) => file.path)).toEqual(FILES);
    expect((await storedFiles(jobs[1]?.id ?? "")).files.map((file) => file.path)).toEqual(["producer/x.txt"]);
  });

  it("waits for room for what a fetched container unpacks to", async () => {
    const small = await makeInstallation({
      settings: { privateSources: [source.host] },
      env: { WORKING_STORAGE_QUOTA: "200000", SOURCE_TRIES: "1" },
    });
    const other = await startWorker(small.workerEnv);
    try {
      const zip = await makeZip({ "a.txt": "text ".repeat(20_000) });
      source.serve("/packed.zip", { kind: "file", body: zip, etag: "one" });
      const list = rowsOf([`${source.url("/packed.zip")} | sha256 | ${sha256(zip)} | | | packed.zip`]);
      const reserved = await small.deposit("x", { filename: "keeps-room.txt", type: "file" });
      await small.batchReaches(reserved, "Completed");
      // one that is at work beside it, for as long as the test says
      await small.ctx.db.job.updateMany({ data: { state: "Downloading", spaceReserved: 120_000n } });
      const batchId = await small.deposit(list, { filename: "packed.checkm" });
      await until(async () => {
        const job = await small.ctx.db.job.findFirst({ where: { batchId } });
        return job?.waitCode === "working_storage_full" || `the job is ${job?.state} ${job?.waitCode}`;
      }, 30_000);
      expect(await small.ctx.db.job.findFirst({ where: { batchId } })).toMatchObject({
        state: "Downloading",
      });
      await small.ctx.db.job.updateMany({
        where: { batchId: reserved },
        data: { state: "Completed", spaceReserved: 0n },
      });
      await small.batchReaches(batchId, "Completed");
    } finally {
      await other.stop();
      await small.end();
    }
  });

  it("a container mended at its source is listed anew by a resume", async () => {
    source.serve("/mended.zip", {
      kind: "file",
      body: rawZip([
        { name: "a", data: "x" },
        { name: "b", data: "y", crc: 1 },
      ]),
    });
    const list = rowsOf([`${source.url("/mended.zip")} | | | | | mended.zip`]);
    const batchId = await installation.deposit(list, { filename: "mended.checkm" });
    await installation.batchReaches(batchId, "Failed");
    const job = await onlyJob(batchId);
    expect(job.errorCode).toBe("container_invalid");
    source.serve("/mended.zip", { kind: "file", body: await makeZip({ c: "z" }) });
    await resumeJob(installation.ctx, { jobId: job.id });
    await installation.batchReaches(batchId, "Completed");
    expect((await storedFiles(job.id)).files.map((file) => file.path)).toEqual(["producer/c"]);
  });
});
