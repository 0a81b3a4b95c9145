import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "../servers/behaviours.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfFiles, batchOfManifests, objectManifest } from "./manifests.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

const HEADER =
  "#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest\n";
const ROW = "http://127.0.0.1/a | | | | | a.txt\n";

let source: HostileSource;
let installation: Installation;
beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({
    settings: { privateSources: [source.host] },
    env: { SOURCE_TRIES: "2", SOURCE_IDLE_MS: "300", SOURCE_LOOK_MS: "200" },
  });
});
afterAll(async () => {
  await installation?.end();
  await source?.close();
});

const filesIn = async (folder: string) =>
  (
    await readdir(path.join(installation.folder, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe("a bad upload is refused and leaves no row and no file", () => {
  it.each([
    ["an empty file", "", { filename: "empty.txt", type: "file" }, "empty_payload", /empty/],
    [
      "binary as manifest",
      Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe, 0, 1]),
      { filename: "x.checkm", type: "object-manifest" },
      "manifest_invalid",
      /manifest/,
    ],
    [
      "a manifest without #%eof",
      HEADER + ROW,
      { filename: "x.checkm", type: "object-manifest" },
      "manifest_invalid",
      /#%eof/,
    ],
    [
      "a wrong digest",
      "hello",
      { filename: "a.txt", type: "file", digestType: "md5", digestValue: "0".repeat(32) },
      "payload_digest_mismatch",
      /5d41402abc4b2a76b9719d911017c592/,
    ],
    [
      "a digest by an unknown algorithm",
      "hello",
      { filename: "a.txt", type: "file", digestType: "md2", digestValue: "0".repeat(32) },
      "digest_unsupported",
      /md2/,
    ],
    [
      "a wrong size",
      "hello",
      { filename: "a.txt", type: "file", size: "6" },
      "payload_size_mismatch",
      /5 bytes/,
    ],
    ["a name with ..", "hello", { filename: "../a.txt", type: "file" }, "name_refused", /\.\./],
    ["a name of 300 bytes", "hello", { filename: "é".repeat(150), type: "file" }, "name_refused", /255/],
    [
      "names equal after NFC",
      `${HEADER}http://127.0.0.1/a | | | | | \u00e9.txt\nhttp://127.0.0.1/b | | | | | e\u0301.txt\n#%eof\n`,
      { filename: "x.checkm" },
      "manifest_invalid",
      /3/,
    ],
    [
      "a manifest name with ..",
      `${HEADER}http://127.0.0.1/a | | | | | ../../etc/passwd\n#%eof\n`,
      { filename: "x.checkm" },
      "manifest_invalid",
      /\.\./,
    ],
    ["a zip in name only", "PK", { filename: "a.zip" }, "container_unsupported", /not a zip or tar/],
    ["bzip2", "BZh91AY&SY", { filename: "a.tar.bz2" }, "container_unsupported", /bzip2/],
    [
      "an unknown collection",
      "hello",
      { filename: "a.txt", collection: "none" },
      "unknown_collection",
      /none/,
    ],
    ["a field that does not exist", "hello", { filename: "a.txt", titel: "x" }, "bad_form", /titel/],
    [
      "an identifier that is no ARK",
      "hello",
      { filename: "a.txt", type: "file", primaryIdentifier: "doi:10.1/x" },
      "bad_identifier",
      /ARK/,
    ],
  ] as const)("%s", async (_, payload, fields, code, message) => {
    await expect(installation.deposit(payload, fields)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(await installation.ctx.db.batch.count()).toBe(0);
    expect(await filesIn("working")).toEqual([]);
  });
});

const FILE = { kind: "file", body: "0123456789" } as const;

/** What a source does, and how the job that fetches it ends. */
const SOURCES: readonly (readonly [string, Behaviour, string])[] = [
  ["404", { kind: "status", status: 404 }, "source_not_found"],
  ["403", { kind: "status", status: 403 }, "source_refused"],
  ["500", { kind: "status", status: 500 }, "source_unreachable"],
  ["loop", { kind: "redirect", to: "/loop" }, "source_redirects"],
  ["private", { kind: "redirect", to: "http://127.0.0.1:1/secret" }, "source_forbidden"],
  ["metadata", { kind: "redirect", to: "http://169.254.169.254/latest" }, "source_forbidden"],
  ["closes", { ...FILE, cut: { afterBytes: 4, by: "close" } }, "source_closed_early"],
  ["lies", { ...FILE, claimedLength: 20 }, "source_closed_early"],
  ["hangs", { kind: "hang", when: "after-headers" }, "source_timeout"],
  ["silent", { kind: "hang", when: "before-headers" }, "source_timeout"],
];

describe("a bad source fails its own job with a sentence and leaves no partial file", () => {
  let worker: WorkerProcess;
  beforeAll(async () => {
    worker = await startWorker(installation.workerEnv);
  });
  afterAll(() => worker?.stop());

  it("whatever it does, while the good file beside it completes", async () => {
    for (const [name, behaviour] of SOURCES) source.serve(`/${name}`, behaviour);
    source.serve("/good", FILE);
    const names = [...SOURCES.map(([name]) => name), "good"];
    const batchId = await installation.deposit(
      batchOfFiles(names.map((name) => ({ url: source.url(`/${name}`), name }))),
      { filename: "bad.checkm" },
    );
    await installation.batchReaches(batchId, "Failed", 60_000);
    const jobs = await installation.ctx.db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });
    expect(jobs.map(({ filename, state, errorCode }) => [filename, state, errorCode])).toEqual([
      ...SOURCES.map(([name, , code]) => [name, "Failed", code]),
      ["good", "Completed", null],
    ]);
    for (const job of jobs.slice(0, -1)) expect(job.errorMessage).toContain(`/${job.filename}`);
    const { hostname } = new URL(source.url("/"));
    expect(jobs.map(({ failureCause }) => failureCause)).toEqual([
      ...SOURCES.map(([, , code]) => `${code}.Downloading.${hostname}`),
      null,
    ]);
    expect((await filesIn("working")).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("a wrong digest, a wrong size and a wrong manifest", async () => {
    source.serve("/ok", FILE);
    source.serve("/broken.checkm", { kind: "file", body: `${HEADER}not a row\n` });
    source.serve("/two.checkm", {
      kind: "file",
      body: objectManifest([
        { url: source.url("/ok"), name: "a" },
        { url: source.url("/gone"), name: "b" },
      ]),
    });
    const digest = await installation.deposit(
      batchOfFiles([
        { url: source.url("/ok"), name: "a", sha256: "0".repeat(64) },
        { url: source.url("/ok"), name: "b", size: 11 },
      ]),
      { filename: "d.checkm" },
    );
    const manifests = await installation.deposit(
      batchOfManifests(
        ["/broken.checkm", "/two.checkm"].map((name) => ({ url: source.url(name), name: name.slice(1) })),
      ),
      { filename: "m.checkm" },
    );
    await installation.batchReaches(digest, "Failed");
    await installation.batchReaches(manifests, "Failed");
    const codes = async (batchId: string) =>
      (await installation.ctx.db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } })).map(
        ({ errorCode }) => errorCode,
      );
    expect(await codes(digest)).toEqual(["digest_mismatch", "size_mismatch"]);
    expect(await codes(manifests)).toEqual(["manifest_invalid", "source_not_found"]);
  });

  it("credentials in a source's address are shown nowhere", async () => {
    source.serve("/secret", { kind: "status", status: 404 });
    const url = source.url("/secret?token=s3cr3t").replace("http://", "http://ada:hunter2@");
    const batchId = await installation.deposit(batchOfFiles([{ url, name: "a" }]), { filename: "c.checkm" });
    await installation.batchReaches(batchId, "Failed");
    const { db } = installation.ctx;
    const shown = JSON.stringify([
      (await db.job.findMany({ where: { batchId } })).map(({ errorMessage, problems }) => [
        errorMessage,
        problems,
      ]),
      (await db.event.findMany({ where: { batchId } })).map(({ reason }) => reason),
      (await db.outbox.findMany({ where: { batchId } })).map(({ payload }) => payload),
      worker.lines,
    ]);
    expect(shown).not.toMatch(/hunter2|s3cr3t/);
  });
});

describe("full working storage", () => {
  it("lets jobs wait with the reason and go on when there is room again", async () => {
    const { db } = installation.ctx;
    const places = ["/large", "/next"];
    for (const place of places) source.serve(place, { kind: "file", body: "x".repeat(600), isHeld: true });
    await db.job.updateMany({
      where: { state: "Failed" },
      data: { spaceReserved: 0, workingDirectory: null },
    });
    await db.batch.updateMany({ data: { payloadPath: null } });
    const manifest = batchOfFiles(places.map((place) => ({ url: source.url(place), name: place.slice(1) })));
    const worker = await startWorker({
      ...installation.workerEnv,
      WORKING_STORAGE_QUOTA: "1000",
      JOB_CONCURRENCY: "2",
    });
    try {
      const batchId = await installation.deposit(manifest, { filename: "s.checkm" });
      // one job waits for its source, whichever came first; the other does not fit beside it
      const waits = () => db.job.findFirst({ where: { batchId, waitCode: "working_storage_full" } });
      await expect.poll(async () => (await waits())?.state, { timeout: 60_000 }).toBe("Provisioning");
      expect((await waits())?.waitReason).toBe("This job needs 600 B of working storage; 400 B are free.");
      for (const place of places) source.release(place);
      await installation.batchReaches(batchId, "Completed");
    } finally {
      await worker.stop();
    }
  });
});
