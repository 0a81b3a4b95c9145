import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBatch } from "../../operations/batch/get.ts";
import { getJob } from "../../operations/job/get.ts";
import { listJobFiles } from "../../operations/job/list-files.ts";
import { makeZip } from "../containers/make-container.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type HandWorker, openHandWorker } from "./hand-worker.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfContainers, batchOfFiles } from "./manifests.ts";
import { until } from "./until.ts";

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

/** Works a batch of one thing at a source that pauses after `first` bytes, and reads its job and batch meanwhile and after. */
async function watch(name: string, body: Uint8Array, first: number, manifest: typeof batchOfFiles) {
  const { ctx } = installation;
  source.serve(`/${name}`, { kind: "file", body, pause: { afterBytes: first, ms: 2_500 } });
  const payload = manifest([{ url: source.url(`/${name}`), name, size: body.length }]);
  const batchId = await installation.deposit(payload, { filename: "big.checkm" });
  const worked = worker.workAll();
  const read = async () => {
    const row = await ctx.db.job.findFirst({ where: { batchId } });
    if (!row) return undefined;
    const [job, batch] = [await getJob(ctx, row.id), await getBatch(ctx, batchId)];
    const { items } = await listJobFiles(ctx, { jobId: row.id, limit: 10 });
    return { job, batch, file: items[0] };
  };
  const seen: NonNullable<Awaited<ReturnType<typeof read>>>[] = [];
  await until(async () => {
    const now = await read();
    const has = now && (now.job.files.done !== "0" || (now.job.container?.done ?? "0") !== "0");
    if (has) seen.push(now);
    return has ? true : "nothing of it had come";
  }, 20_000);
  await worked;
  return { during: seen[0], after: await read() };
}

describe("bytes that come", () => {
  it("are shown of a file while it is being fetched, and it counts once when it is there", async () => {
    const { during, after } = await watch("big.tif", Buffer.alloc(4_000, "x"), 1_500, batchOfFiles);
    expect(during?.job.files).toEqual({ count: 1, verified: 0, bytes: "4000", done: "1500" });
    expect(during?.batch.bytes).toEqual({ done: "1500", total: "4000" });
    expect(during?.file).toMatchObject({ received: "1500", size: null, verifiedAt: null });
    expect(after?.job).toMatchObject({
      state: "Completed",
      files: { verified: 1, bytes: "4000", done: "4000" },
    });
    expect(after?.batch.bytes).toEqual({ done: "4000", total: "4000" });
  });

  it("are shown of a container, until its files are", async () => {
    const zip = await makeZip({ "a.txt": "x".repeat(3_000) });
    const { during, after } = await watch("big.zip", zip, 100, batchOfContainers);
    expect(during?.job.container).toEqual({ done: "100", total: String(zip.length) });
    expect(during?.batch.bytes).toEqual({ done: "100", total: String(zip.length) });
    expect(after?.job.container).toBeNull();
    expect(after?.batch.bytes).toEqual({ done: "3000", total: "3000" });
  });

  it("are none of a file that came to nothing", async () => {
    const { ctx } = installation;
    source.serve("/wrong.tif", { kind: "file", body: "1234567890", pause: { afterBytes: 5, ms: 1_500 } });
    const sha256 = "0".repeat(64);
    const payload = batchOfFiles([{ url: source.url("/wrong.tif"), name: "wrong.tif", sha256 }]);
    const batchId = await installation.deposit(payload, { filename: "wrong.checkm" });
    await worker.workAll();
    const row = await ctx.db.job.findFirstOrThrow({ where: { batchId } });
    expect(await getJob(ctx, row.id)).toMatchObject({ state: "Failed", files: { verified: 0, done: "0" } });
  });
});
