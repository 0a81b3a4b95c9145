import { createReadStream } from "node:fs";
import { copyFile, link, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot, WorkingFiles } from "../../core/ports.ts";
import { hashFile } from "../digest/hash-file.ts";
import { openHash } from "../digest/hash-stream.ts";
import { listOlderThan } from "../disk/file-ages.ts";
import { makeBelow } from "../disk/make-below.ts";
import { keepReserve, roomOn } from "../disk/reserve.ts";
import { syncAbove, syncFolders, syncPath } from "../disk/sync-folders.ts";
import type { DiskThreads } from "../threads/threads.ts";
import { keepLines } from "./keep-lines.ts";
import { removals } from "./removals.ts";

const READ_BYTES = 262_144;
/** Files per folder: a directory of hundreds of thousands is slow on many file systems. */
const PER_FOLDER = 1000;

/** `reserveBytes`: what to leave free on the disk, by default a share of it; `threads`: take its many small calls. */
type WorkingOptions = {
  readonly reserveBytes?: number | undefined;
  readonly threads?: DiskThreads | undefined;
};

/**
 * Working storage on a file system that all workers share. Names on disk are generated, never a depositor's.
 */
export function openWorkingFiles(
  folder: string,
  root: StorageRoot,
  { reserveBytes, threads }: WorkingOptions = {},
): WorkingFiles {
  const folderOf = (jobId: string) => path.join("jobs", jobId);
  const jobFolder = (jobId: string) => path.join(folder, folderOf(jobId));
  const filesFolder = (ordinal: number) => path.join("files", String(Math.floor(ordinal / PER_FOLDER)));
  const pathOf = (jobId: string, ordinal: number) =>
    path.join(jobFolder(jobId), filesFolder(ordinal), String(ordinal));
  const make = (below: string) => orAway(root, () => makeBelow(folder, below));
  const prepare = async (below: string) => {
    const first = path.join(below, filesFolder(0));
    await (threads
      ? orAway(root, () => threads.run({ kind: "make", root: folder, below: first }))
      : make(below));
  };
  return {
    root,
    folderOf,
    prepare: async (jobId) => {
      await root.require();
      await prepare(folderOf(jobId));
    },
    pathOf,
    fileOf: async (jobId, ordinal) => {
      await make(path.join(folderOf(jobId), filesFolder(ordinal)));
      return pathOf(jobId, ordinal);
    },
    ownFileOf: (jobId, name) => path.join(jobFolder(jobId), name),
    keepLines,
    read: (file) => readOrAway(root, file),
    syncBytes: syncPath,
    syncNames: async (jobId, ordinals) => {
      if (ordinals.length === 0) return;
      const job = jobFolder(jobId);
      const ways = [path.join(job, "files"), job, path.dirname(job), folder];
      const folders = ordinals.map((ordinal) => path.join(job, filesFolder(ordinal)));
      const paths = [...folders, ...ways];
      const syncing = threads
        ? threads.run({ kind: "sync", paths: [...new Set(paths)] })
        : syncFolders(paths);
      await Promise.all([syncing, syncAbove(folder)]);
    },
    adopt: (payloadPath, to) => adopt(root, { from: path.join(folder, payloadPath), to, reserveBytes }),
    measure: async (file, algorithm) => {
      const found = await measure(file, algorithm);
      // nothing counts as missing from a storage that is away
      if (!found) await root.require();
      return found;
    },
    sizeOf: async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found?.isFile() ? found.size : undefined;
    },
    payload: (payloadPath) => readOrAway(root, path.join(folder, payloadPath)),
    ...removals(folder, root, threads),
    sweepUploads: async (idleMs) => {
      await root.require();
      await sweepUploads(path.join(folder, "uploads"), idleMs);
    },
    listFolders: async (kind, graceMs) => {
      await root.require();
      return listOlderThan(path.join(folder, kind), graceMs);
    },
    freeBytes: async () => {
      await root.require();
      return orAway(root, async () => {
        const room = await roomOn(folder, reserveBytes);
        // what lies in a mount point is not in working storage
        await root.require();
        return room;
      });
    },
  };
}

/** Does something that needs the root; if it fails while the root is away, says so instead. */
async function orAway<T>(root: StorageRoot, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await root.require();
    throw error;
  }
}

async function* readOrAway(root: StorageRoot, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: READ_BYTES });
  } catch (error) {
    await root.require();
    throw error;
  }
}

type Adoption = { readonly from: string; readonly to: string; readonly reserveBytes: number | undefined };

async function adopt(root: StorageRoot, { from, to, reserveBytes }: Adoption): Promise<void> {
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      await root.require();
      throw new WaybillError(
        "payload_damaged",
        "The deposited file is no longer in working storage. Deposit it again.",
        { cause: error },
      );
    }
    await keepReserve(path.dirname(to), reserveBytes)((await stat(from)).size);
    await copyFile(from, to);
    await syncPath(to);
  }
}

async function measure(file: string, algorithm?: DigestAlgorithm) {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const hash = await openHash(algorithm);
  await hashFile(file, hash, new AbortController().signal);
  return { size: hash.sizeBytes, ...hash.finish() };
}

async function sweepUploads(folder: string, idleMs: number): Promise<void> {
  for (const name of await listOlderThan(folder, idleMs)) await rm(path.join(folder, name), { force: true });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
