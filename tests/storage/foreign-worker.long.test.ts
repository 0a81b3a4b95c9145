import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { makeInstallation } from "../pipeline/installation.ts";
import { objectManifest } from "../pipeline/manifests.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";

const DEPOSITS = 16;

it("of two workers as they run in production one has another WORKING_STORAGE: no deposit fails", async () => {
  const sources = await mkdtemp(path.join(os.tmpdir(), "waybill-sources-"));
  const installation = await makeInstallation({ env: { SOURCE_FILE_ROOTS: sources } });
  const { db } = installation.ctx;
  const another = path.join(installation.folder, "another");
  await mkdir(another);
  await db.lane.updateMany({ data: { ordering: "unordered", width: 4 } });
  const workers: WorkerProcess[] = [];
  try {
    workers.push(await startWorker(installation.workerEnv));
    workers.push(await startWorker({ ...installation.workerEnv, WORKING_STORAGE: another }));
    const batches: string[] = [];
    for (let place = 0; place < DEPOSITS; place += 1) {
      if (place % 2 === 0) {
        batches.push(await installation.deposit(`file ${place}`, { type: "file", filename: `${place}.txt` }));
        continue;
      }
      const file = path.join(sources, `${place}.tif`);
      await writeFile(file, `map ${place}`);
      const manifest = objectManifest([{ name: `${place}.tif`, url: pathToFileURL(file).href }]);
      batches.push(
        await installation.deposit(manifest, { type: "object-manifest", filename: `${place}.checkm` }),
      );
    }
    for (const batch of batches) await installation.batchReaches(batch, "Completed", 60_000);
    expect(await db.objectVersion.count()).toBe(DEPOSITS);
    expect(await db.job.count({ where: { state: { not: "Completed" } } })).toBe(0);
    const events = await db.event.findMany({ where: { to: "Failed" } });
    expect(events).toEqual([]);
    expect(workers[1]?.lines.some((line) => line.includes("storage_away"))).toBe(true);
  } finally {
    for (const worker of workers) await worker.stop();
    await installation.end();
    await rm(sources, { recursive: true, force: true });
  }
}, 180_000);
