import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listJobFiles } from "../../operations/job/list-files.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { makeZip } from "../containers/make-container.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type HandWorker, openHandWorker } from "./hand-worker.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfFiles, batchOfManifests, objectManifest } from "./manifests.ts";

const CANARY = "c4nary-5ecret";
const BODY = "the bytes";
const SHA256 = createHash("sha256").update(BODY).digest("hex");
const BASIC = `Basic ${Buffer.from(`ada:${CANARY}`).toString("base64")}`;

let source: HostileSource;
let installation: Installation;
let worker: HandWorker;

beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({ settings: { privateSources: [source.host] } });
  worker = await openHandWorker(installation);
});
afterAll(async () => {
  await worker?.end();
  await installation?.end();
  await source?.close();
});

/** Serves a body at a path with a token, and answers the address with user name, password and that token. */
function secretUrl(name: string, body: string | Uint8Array = BODY): string {
  const where = `/${name}?v=1&token=${CANARY}`;
  source.serve(where, { kind: "file", body });
  return source.url(where).replace("://", `://ada:${CANARY}@`);
}

const manifestRow = (name: string, url: string) => ({ url, name, localId: name });
const shownUrl = (name: string) => `http://***@${source.host}/${name}?v=1&token=***`;
const MANIFEST = { filename: "maps.checkm" };
const rowOf = (name: string, url = secretUrl(name)) => ({ url, name, sha256: SHA256, localId: name });
/** Serves what any may have, and answers its address. */
function plain(name = "plain", body = BODY): string {
  source.serve(`/${name}`, { kind: "file", body });
  return source.url(`/${name}`);
}

async function batchOfZip(name: string): Promise<string> {
  const url = secretUrl(name, await makeZip({ "leaf.txt": BODY }));
  return batchOfFiles([{ url, name, localId: name }]).replace("single-file-batch", "container-batch");
}

const jobsOf = (batchId: string) =>
  installation.ctx.db.job.findMany({
    where: { batchId },
    include: { files: { orderBy: { ordinal: "asc" } } },
    orderBy: { ordinal: "asc" },
  });
const askedFor = (name: string) => source.requests.filter(({ path: asked }) => asked.startsWith(`/${name}?`));

/** Nothing kept of a batch's jobs may show the secret. */
function expectClean(jobs: Awaited<ReturnType<typeof jobsOf>>): void {
  const text = JSON.stringify(jobs, (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(text).not.toContain(CANARY);
}

describe("addresses with credentials", () => {
  it("of files are kept sealed, fetched as written, and stored and shown without them", async () => {
    const batchId = await installation.deposit(batchOfFiles([rowOf("one.tif")]), MANIFEST);
    await worker.workAll();
    const jobs = await jobsOf(batchId);
    const [job] = jobs;
    expect(job).toMatchObject({
      state: "Completed",
      payloadUrl: shownUrl("one.tif"),
      files: [{ url: shownUrl("one.tif"), urlSealed: job?.payloadSealed, sha256: SHA256 }],
    });
    expect(job?.payloadSealed).toMatch(/^v1\./);
    expectClean(jobs);
    const asked = askedFor("one.tif");
    expect(asked.map(({ method }) => method)).toEqual(["HEAD", "GET"]);
    for (const { path: where, headers } of asked) {
      expect(where).toBe(`/one.tif?v=1&token=${CANARY}`);
      expect(headers.authorization).toBe(BASIC);
    }
    const { items } = await listJobFiles(installation.ctx, { jobId: job?.id ?? "", limit: 10 });
    expect(items.map(({ url }) => url)).toEqual([shownUrl("one.tif")]);
    const stored = await storedManifest(job?.ark ?? "");
    expect(stored).toContain(`${shownUrl("one.tif")} | sha256 |`);
    expect(stored).not.toContain(CANARY);
  });

  it("of manifests and of the files in them are opened each for its own row", async () => {
    const inner = objectManifest([rowOf("two.tif"), rowOf("three.tif"), rowOf("plain", plain())]);
    const outer = { url: secretUrl("inner.checkm", inner), name: "inner.checkm" };
    const batchId = await installation.deposit(batchOfManifests([outer]), MANIFEST);
    await worker.workAll();
    const jobs = await jobsOf(batchId);
    expect(jobs).toMatchObject([
      {
        state: "Completed",
        payloadUrl: shownUrl("inner.checkm"),
        files: [
          { url: shownUrl("two.tif"), urlSealed: expect.stringMatching(/^v1\./) },
          { url: shownUrl("three.tif"), urlSealed: expect.stringMatching(/^v1\./) },
          { url: source.url("/plain"), urlSealed: null },
        ],
      },
    ]);
    expectClean(jobs);
  });

  it("of containers are opened to measure and to fetch them", async () => {
    const batchId = await installation.deposit(await batchOfZip("leaf.zip"), MANIFEST);
    await worker.workAll();
    const jobs = await jobsOf(batchId);
    expect(jobs).toMatchObject([
      { state: "Completed", payload: "container", payloadUrl: shownUrl("leaf.zip"), files: [{ url: null }] },
    ]);
    expectClean(jobs);
    expect(askedFor("leaf.zip").map(({ headers }) => headers.authorization)).toEqual([BASIC, BASIC]);
  });

  it("kept whole by an earlier version of Waybill are fetched as they are", async () => {
    const batchId = await installation.deposit(batchOfFiles([rowOf("old.tif")]), MANIFEST);
    await worker.workAll("lane", "batch");
    const { db } = installation.ctx;
    const url = secretUrl("old.tif");
    const whole = { url, urlSealed: null };
    expect(await db.jobFile.updateMany({ where: { job: { batchId } }, data: whole })).toEqual({ count: 1 });
    await worker.workAll();
    expect((await jobsOf(batchId)).map(({ state }) => state)).toEqual(["Completed"]);
    expect(askedFor("old.tif").map(({ headers }) => headers.authorization)).toEqual([BASIC, BASIC]);
  });
});

describe("when AUTH_SECRET is another", () => {
  it.each([
    ["a file", async () => batchOfFiles([rowOf("a.tif"), rowOf("b.tif", plain())])],
    [
      "a manifest",
      async () =>
        batchOfManifests([manifestRow("c.checkm", secretUrl("c.checkm", objectManifest([rowOf("c.tif")])))]),
    ],
    ["a container", () => batchOfZip("e.zip")],
  ])(
    "the job of %s fails with advice, others do not, and it goes on when the secret is back",
    async (_, manifest) => {
      const batchId = await installation.deposit(await manifest(), MANIFEST);
      await worker.workAll("lane", "batch");
      const stranger = await openHandWorker({
        ...installation,
        workerEnv: { ...installation.workerEnv, AUTH_SECRET: "t".repeat(32) },
      });
      await stranger.workAll("job");
      await stranger.end();
      const [failed, ...others] = await jobsOf(batchId);
      expect(failed).toMatchObject({ state: "Failed", errorCode: "address_sealed" });
      expect(failed?.errorMessage).toMatch(
        /^The credentials in http:\/\/\*\*\*@.* AUTH_SECRET has changed since /,
      );
      expect(others.every(({ state }) => state === "Completed")).toBe(true);
      expect(source.requests.filter(({ headers }) => headers.authorization === "Basic Kio6")).toEqual([]);
      await resumeJob(installation.ctx, { jobId: failed?.id ?? "" });
      await worker.workAll("job");
      expect((await jobsOf(batchId)).every(({ state }) => state === "Completed")).toBe(true);
    },
  );
});

/** The text of an object's first system/mrt-manifest.txt. */
async function storedManifest(ark: string): Promise<string> {
  const object = await installation.ctx.db.storedObject.findUniqueOrThrow({ where: { ark } });
  const folder = path.join(installation.workerEnv.OBJECT_STORAGE ?? "", "ocfl", object.root ?? "");
  const inventory = JSON.parse(await readFile(path.join(folder, "inventory.json"), "utf8"));
  const state: Record<string, string[]> = inventory.versions.v1.state;
  const [digest = ""] = Object.keys(state).filter((key) => state[key]?.includes("system/mrt-manifest.txt"));
  return readFile(path.join(folder, inventory.manifest[digest][0]), "utf8");
}
