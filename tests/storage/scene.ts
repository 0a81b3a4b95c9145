import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type HandWorker, openHandWorker } from "../pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { objectManifest } from "../pipeline/manifests.ts";

/** An installation with a worker by hand, sources on disk, and storages that can be taken away. */
export type StorageScene = {
  readonly installation: Installation;
  readonly worker: HandWorker;
  readonly sources: string;
  /** Deposits one file, or an object manifest of one file at a source. */
  deposit(kind: "file" | "manifest"): Promise<string>;
  /** Works the lane, then the batch, so that its job is there. */
  makeJobs(batchId: string): Promise<string>;
  end(): Promise<void>;
};

/** `faultPoint` is called at the worker's named places. */
export async function makeStorageScene(faultPoint?: (name: string) => Promise<void>): Promise<StorageScene> {
  const sources = await mkdtemp(path.join(os.tmpdir(), "waybill-sources-"));
  const installation = await makeInstallation({ env: { WAIT_RETRY_MS: "1", SOURCE_FILE_ROOTS: sources } });
  const worker = await openHandWorker(installation, faultPoint);
  const { db } = installation.ctx;
  return {
    installation,
    worker,
    sources,
    deposit: async (kind) => {
      if (kind === "file") return installation.deposit("one file", { type: "file", filename: "one.txt" });
      const file = path.join(sources, "map.tif");
      await writeFile(file, "a map");
      const manifest = objectManifest([{ name: "map.tif", url: pathToFileURL(file).href }]);
      return installation.deposit(manifest, { type: "object-manifest", filename: "object.checkm" });
    },
    makeJobs: async (batchId) => {
      await worker.work("lane", (await db.lane.findFirstOrThrow()).id);
      await worker.work("batch", batchId);
      return (await db.job.findFirstOrThrow({ where: { batchId } })).id;
    },
    end: async () => {
      await worker.end();
      await installation.end();
      await rm(sources, { recursive: true, force: true });
    },
  };
}

/** A folder goes, and with `empty` another is in its place, as under a mount that is gone. Answers how it comes back. */
export async function takeAway(folder: string, empty: boolean): Promise<() => Promise<void>> {
  await rename(folder, `${folder}-away`);
  if (empty) await mkdir(folder);
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await rename(`${folder}-away`, folder);
  };
}
