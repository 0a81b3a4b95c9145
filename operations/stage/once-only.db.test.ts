import { afterAll, beforeAll, expect, it } from "vitest";
import { makeZip } from "../../tests/containers/make-container.ts";
import { type HandWorker, openHandWorker } from "../../tests/pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import { batchOfContainers, batchOfFiles, objectManifest } from "../../tests/pipeline/manifests.ts";
import { type HostileSource, startSource } from "../../tests/servers/hostile-source.ts";

/** Sources that serve each file once, whatever the request, as the server in Merritt's Ruby client does. */

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

const methods = (path: string) =>
  source.requests.filter((request) => request.path === path).map(({ method }) => method);

async function ingest(manifest: string, fields: Record<string, string>) {
  const batchId = await installation.deposit(manifest, fields);
  await worker.workAll();
  return installation.jobStates(batchId);
}

it.each([
  ["object", "object-manifest", objectManifest, "m.checkm"],
  ["batch", "single-file-batch-manifest", batchOfFiles, "b.checkm"],
] as const)("a file of an %s manifest is asked for once, by GET", async (kind, type, manifest, filename) => {
  const path = `/${kind}.txt`;
  source.serveOnce(path, `once, in the ${kind}`);
  const rows = [{ name: `${kind}.txt`, url: source.url(path) }];
  expect(await ingest(manifest(rows), { filename, type, sourcesServeOnce: "true" })).toEqual(["Completed"]);
  expect(methods(path)).toEqual(["GET"]);
});

it("neither file nor container is asked for its size where the manifest declares it", async () => {
  const body = await makeZip({ "a.txt": "declared" });
  for (const [path, manifest, type] of [
    ["/declared.txt", batchOfFiles, "single-file-batch-manifest"],
    ["/declared.zip", batchOfContainers, "container-batch-manifest"],
  ] as const) {
    source.serve(path, { kind: "file", body });
    const rows = [{ name: path.slice(1), url: source.url(path), size: body.length }];
    expect(await ingest(manifest(rows), { filename: "b.checkm", type })).toEqual(["Completed"]);
    expect(methods(path)).toEqual(["GET"]);
  }
});

it("without that word an undeclared size is asked for first, and a source that counts that has no file any more", async () => {
  source.serveOnce("/asked.txt", "gone after a HEAD");
  const rows = [{ name: "asked.txt", url: source.url("/asked.txt") }];
  expect(await ingest(objectManifest(rows), { filename: "m.checkm", type: "object-manifest" })).toEqual([
    "Failed",
  ]);
  expect(methods("/asked.txt")).toEqual(["HEAD", "GET"]);
  // a permanent refusal is not retried, and is not reported as if it had been
  expect(await installation.ctx.db.jobFile.findFirst({ where: { name: "asked.txt" } })).toMatchObject({
    errorCode: "source_not_found",
    attempts: 1,
  });
});

it("the collection's profile says so for all its deposits, but for one that says otherwise", async () => {
  const own = await makeInstallation({
    settings: { privateSources: [source.host], sourcesServeOnce: true },
  });
  const hand = await openHandWorker(own);
  try {
    for (const [path, sourcesServeOnce, expected] of [
      ["/profile.txt", undefined, ["GET"]],
      ["/deposit.txt", "false", ["HEAD", "GET"]],
    ] as const) {
      source.serve(path, { kind: "file", body: path });
      const rows = [{ name: "a.txt", url: source.url(path) }];
      await own.deposit(objectManifest(rows), {
        filename: "m.checkm",
        type: "object-manifest",
        ...(sourcesServeOnce && { sourcesServeOnce }),
      });
      await hand.workAll();
      expect(methods(path)).toEqual(expected);
    }
  } finally {
    await hand.end();
    await own.end();
  }
});
