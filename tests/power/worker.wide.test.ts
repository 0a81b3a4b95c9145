import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeZip } from "../containers/make-container.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { objectManifest } from "../pipeline/manifests.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import type { Claim } from "./judge.ts";
import { filesBelow, lossesIn, modelOf, RECORDED_ENV, recordTo } from "./record.ts";

/*
 * A worker as it runs in production, recorded: whenever it tells the database that a file is there, the power is cut, and
 * what is left of the disk at the worst must have that file. A verified file is told by its digest, an object's version by
 * that of its inventory.
 */
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** Over 64 KiB: linked into the object; the second is long enough for a resume note. */
const BIG = "0123456789abcdef".repeat(8192);
const FETCHED = { "small.txt": "small", "big.bin": `fetched ${BIG}`, "long.bin": `long ${BIG.repeat(10)}` };
const PACKED = { "one.txt": "one", "two/big.bin": `packed ${BIG}`, "three.txt": "three" };

let source: HostileSource;
let installation: Installation;
let worker: WorkerProcess | undefined;

beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({ settings: { privateSources: [source.host] }, env: RECORDED_ENV });
});
afterAll(async () => {
  await worker?.stop();
  await installation?.end();
  await source?.close();
});

const objects = () => path.join(installation.folder, "objects", "ocfl");

/** Runs a recorded worker until the batches are done; answers what would have been lost of the claims made of it then. */
async function lossesUntilDone(
  name: string,
  batches: readonly string[],
  claimsOf: () => Promise<readonly Claim[]>,
): Promise<string[]> {
  const recording = path.join(installation.folder, `${name}.strace`);
  const disk = await modelOf(installation.folder);
  worker = await startWorker(installation.workerEnv, recordTo(recording));
  for (const batch of batches) await installation.batchReaches(batch, "Completed", 60_000);
  await worker.stop();
  await worker.ended;
  return lossesIn(disk, [recording], await claimsOf());
}

/** That each file of the jobs is in its job's folder once its row says so. */
async function verifiedFiles(contents: readonly string[]): Promise<Claim[]> {
  const rows = await installation.ctx.db.jobFile.findMany({
    where: { sha256: { in: contents.map(sha256) } },
    orderBy: [{ jobId: "asc" }, { ordinal: "asc" }],
  });
  expect(rows).toHaveLength(contents.length);
  return rows.map(({ jobId, ordinal, sha256: digest }) => {
    const file = path.join(installation.folder, "working", "jobs", jobId, "files", "0", String(ordinal));
    return { says: [digest ?? ""], files: [{ path: file, sha256: digest ?? "" }] };
  });
}

/** That all of an object's version, what it builds on and the storage root are in place once its row says so. */
async function storedVersion(batchId: string): Promise<Claim> {
  const { inventorySha256, object } = await installation.ctx.db.objectVersion.findFirstOrThrow({
    where: { batchId },
    include: { object: true },
  });
  const roots = ["0=ocfl_1.1", "ocfl_layout.json"].map((name) => path.join(objects(), name));
  const files = [...roots, ...(await filesBelow(path.join(objects(), object.root ?? "")))];
  const digested = files.map(async (file) => ({ path: file, sha256: sha256(await readFile(file)) }));
  return { says: [inventorySha256], files: await Promise.all(digested) };
}

it("what downloads, unpacking and new objects conclude survives a power loss", async () => {
  for (const [name, body] of Object.entries(FETCHED))
    source.serve(`/${name}`, { kind: "file", body, etag: '"1"' });
  const manifest = objectManifest(
    Object.keys(FETCHED).map((name) => ({ url: source.url(`/${name}`), name })),
  );
  const deposited = `deposited ${BIG}`;
  const batches = [
    await installation.deposit(manifest, { filename: "list.checkm", type: "object-manifest" }),
    await installation.deposit(await makeZip(PACKED), { filename: "packed.zip", type: "container" }),
    await installation.deposit(deposited, { filename: "map.bin", type: "file", localIdentifier: "map-1" }),
  ];
  const losses = await lossesUntilDone("first", batches, async () => [
    ...(await verifiedFiles([...Object.values(FETCHED), ...Object.values(PACKED), deposited])),
    ...(await Promise.all(batches.map(storedVersion))),
  ]);
  expect(losses).toEqual([]);
});

it("what the second version of an object concludes survives a power loss", async () => {
  const deposited = `second ${BIG}`;
  const batch = await installation.deposit(deposited, {
    filename: "more.bin",
    type: "file",
    localIdentifier: "map-1",
    update: "true",
  });
  const losses = await lossesUntilDone("second", [batch], async () => [
    ...(await verifiedFiles([deposited])),
    await storedVersion(batch),
  ]);
  expect(losses).toEqual([]);
});
