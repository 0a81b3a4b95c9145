import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileQuery } from "../../core/contracts/requests.ts";
import { makeZip } from "../../tests/containers/make-container.ts";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { batchOfFiles, objectManifest } from "../../tests/pipeline/manifests.ts";
import { getBatch } from "../batch/get.ts";
import { getJob } from "../job/get.ts";
import { listJobFiles } from "../job/list-files.ts";
import { resumeJob } from "../job/resume.ts";

const PAGE = "<!DOCTYPE html><html><head><title>DepositOnce</title></head><body></body></html>";
const MAT =
  '"pp1.mat" is a web page, though its name says otherwise. The source may have sent a page in place of the file.';

let scene: DepositScene;
beforeAll(async () => {
  scene = await makeDepositScene();
});
afterAll(() => scene.end());

async function worked(batchId: string) {
  await scene.work();
  const { id } = await scene.jobOf(batchId);
  return { job: await getJob(scene.ctx, id), batch: await getBatch(scene.ctx, batchId) };
}

describe("a web page in place of a file is a warning of its job", () => {
  it("by an object manifest, with what was declared beside what was found", async () => {
    const rows = [
      { name: "pp1.mat", url: await scene.file("pp1.mat", PAGE) },
      { name: "scan.tif", url: await scene.file("scan.tif", PAGE), mimeType: "image/tiff" },
      { name: "index.html", url: await scene.file("index.html", PAGE), mimeType: "text/html" },
      { name: "notes.txt", url: await scene.file("notes.txt", "text"), mimeType: "text/x-notes" },
    ];
    const batchId = await scene.deposit(objectManifest(rows), {
      type: "object-manifest",
      filename: "object.checkm",
    });
    const { job, batch } = await worked(batchId);
    expect(job.state).toBe("Completed");
    expect(job.warnings).toEqual({
      count: 2,
      first: [
        { line: 3, code: "web_page_named", message: MAT },
        {
          line: 4,
          code: "web_page_declared",
          message: expect.stringContaining("though image/tiff was declared"),
        },
      ],
    });
    expect(batch.warnings).toEqual({
      jobs: 1,
      warnings: 2,
      listed: [{ id: job.id, ordinal: 1, filename: "object.checkm", message: MAT, count: 2 }],
    });
    const files = await listJobFiles(scene.ctx, { jobId: job.id, ...FileQuery.parse({}) });
    expect(
      files.items.map(({ mediaType, declaredMediaType, warning }) => [
        mediaType,
        declaredMediaType,
        warning?.code,
      ]),
    ).toEqual([
      ["text/html", null, "web_page_named"],
      ["text/html", "image/tiff", "web_page_declared"],
      ["text/html", "text/html", undefined],
      ["text/x-notes", "text/x-notes", undefined],
    ]);
    const stored = await scene.ctx.db.objectFile.findFirstOrThrow({ where: { path: "producer/scan.tif" } });
    expect(stored.mediaType).toBe("text/html");
  });

  it("as an upload", async () => {
    const batchId = await scene.deposit(PAGE, { type: "file", filename: "pp1.mat" });
    const { job, batch } = await worked(batchId);
    expect(job.warnings).toEqual({ count: 1, first: [{ line: 0, code: "web_page_named", message: MAT }] });
    expect(batch.warnings.jobs).toBe(1);
  });

  it("in a container", async () => {
    const batchId = await scene.deposit(await makeZip({ "pp1.mat": PAGE, "a.html": PAGE }), {
      type: "container",
      filename: "a.zip",
    });
    const { job } = await worked(batchId);
    expect(job.warnings).toEqual({ count: 1, first: [{ line: 0, code: "web_page_named", message: MAT }] });
  });
});

it("by a batch manifest, beside what was odd about its row", async () => {
  const rows = [
    { name: "a.txt", url: await scene.file("a.txt", "a") },
    { name: "b:1.mat", url: await scene.file("b.mat", PAGE) },
  ];
  const batchId = await scene.deposit(batchOfFiles(rows), {
    type: "single-file-batch-manifest",
    filename: "batch.checkm",
  });
  const { job, batch } = await worked(batchId);
  expect(job.warnings).toEqual({ count: 0, first: [] });
  const [second] = batch.warnings.listed;
  expect(batch.warnings).toMatchObject({ jobs: 1, warnings: 2 });
  expect(second).toMatchObject({
    ordinal: 2,
    count: 2,
    message: 'The file name "b:1.mat" cannot be used on Windows.',
  });
  const { warnings } = await getJob(scene.ctx, second?.id ?? "");
  expect(warnings.first.map(({ line, code }) => [line, code])).toEqual([
    [4, "name_windows"],
    [4, "web_page_named"],
  ]);
});

it("an object manifest's own warnings are its job's", async () => {
  const rows = [{ name: "b:1.txt", url: await scene.file("b.txt", "b") }];
  const batchId = await scene.deposit(objectManifest(rows), {
    type: "object-manifest",
    filename: "object.checkm",
  });
  const { job } = await worked(batchId);
  expect(job.warnings.first).toEqual([
    { line: 3, code: "name_windows", message: 'The file name "b:1.txt" cannot be used on Windows.' },
  ]);
});

it("a file that comes right later is warned of no more", async () => {
  const url = await scene.file("pp1.mat", PAGE);
  const missing = `${url}.missing`;
  const batchId = await scene.deposit(
    objectManifest([
      { name: "pp1.mat", url },
      { name: "b.txt", url: missing },
    ]),
    { type: "object-manifest", filename: "object.checkm" },
  );
  const failed = await worked(batchId);
  expect(failed.job).toMatchObject({ state: "Failed", warnings: { count: 1 } });
  // a problem names its line
  expect(failed.job.fault?.problems.map(({ line, code }) => [line, code])).toEqual([[4, "source_not_found"]]);
  await writeFile(fileURLToPath(url), "MATLAB 5.0");
  await writeFile(fileURLToPath(missing), "b");
  const { workingDirectory } = await scene.jobOf(batchId);
  await rm(path.join(scene.ctx.env.WORKING_STORAGE, workingDirectory ?? ""), { recursive: true });
  await resumeJob(scene.ctx, { jobId: failed.job.id, at: "Downloading" });
  expect((await worked(batchId)).job).toMatchObject({
    state: "Completed",
    warnings: { count: 0, first: [] },
  });
});
