import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import { QueueError } from "../../core/errors.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { hashFile } from "../digest/hash-file.ts";
import { openHash } from "../digest/hash-stream.ts";
import { removeTree } from "../disk/remove-tree.ts";
import { keepReserve, roomOn } from "../disk/reserve.ts";
import { syncAbove, syncFolders, syncPath } from "../disk/sync-folders.ts";

const READ_BYTES = 262_144;
/** Files per folder: a directory of hundreds of thousands is slow on many file systems. */
const PER_FOLDER = 1000;
const WRITE_CHARS = 65_536;

/**
 * Working storage on a file system that all workers share. Names on disk are generated, never a depositor's.
 * `reserveBytes`: what is left free of the disk; by default a share of it.
 */
export function openWorkingFiles(root: string, reserveBytes?: number): WorkingFiles {
  const jobFolder = (jobId: string) => path.join(root, "jobs", jobId);
  const folderOf = (jobId: string, ordinal: number) =>
    path.join(jobFolder(jobId), "files", String(Math.floor(ordinal / PER_FOLDER)));
  const made = new Set<string>();
  const make = async (folder: string) => {
    if (made.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made.size > 10_000) made.clear();
    made.add(folder);
  };
  return {
    prepare: async (jobId) => {
      await make(jobFolder(jobId));
      return path.join("jobs", jobId);
    },
    fileOf: async (jobId, ordinal) => {
      const folder = folderOf(jobId, ordinal);
      await make(folder);
      return path.join(folder, String(ordinal));
    },
    ownFileOf: (jobId, name) => path.join(jobFolder(jobId), name),
    writeLines,
    read: (file) => createReadStream(file, { highWaterMark: READ_BYTES }),
    syncBytes: syncPath,
    syncNames: async (jobId, ordinals) => {
      if (ordinals.length === 0) return;
      const job = jobFolder(jobId);
      const ways = [path.join(job, "files"), job, path.dirname(job), root];
      const folders = ordinals.map((ordinal) => folderOf(jobId, ordinal));
      await Promise.all([syncFolders([...folders, ...ways]), syncAbove(root)]);
    },
    adopt: (payloadPath, to) => adopt(path.join(root, payloadPath), to, reserveBytes),
    measure,
    payload: (payloadPath) => createReadStream(path.join(root, payloadPath), { highWaterMark: READ_BYTES }),
    removeJob: async (jobId) => {
      for (const folder of made) if (folder.startsWith(jobFolder(jobId))) made.delete(folder);
      await removeTree(jobFolder(jobId));
    },
    removeBatch: (batchId) => rm(path.join(root, "batches", batchId), { recursive: true, force: true }),
    sweepUploads: (idleMs) => sweepUploads(path.join(root, "uploads"), Date.now() - idleMs),
    listFolders: (kind, graceMs) => listOld(path.join(root, kind), Date.now() - graceMs),
    freeBytes: async () => {
      await make(root);
      return roomOn(root, reserveBytes);
    },
  };
}

async function adopt(from: string, to: string, reserveBytes: number | undefined): Promise<void> {
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      throw new QueueError(
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

async function writeLines(file: string, lines: Iterable<string> | AsyncIterable<string>) {
  const hash = await openHash();
  // the storage may keep a hard link to an earlier file of this name: never write into it
  await rm(file, { force: true });
  const handle = await open(file, "wx", 0o600);
  try {
    let waiting = "";
    const flush = async () => {
      const bytes = Buffer.from(waiting, "utf8");
      waiting = "";
      hash.update(bytes);
      await handle.writeFile(bytes);
    };
    for await (const line of lines) {
      waiting += line;
      if (waiting.length > WRITE_CHARS) await flush();
    }
    await flush();
  } finally {
    await handle.close();
  }
  return { size: hash.sizeBytes, sha256: hash.finish().sha256 };
}

async function sweepUploads(folder: string, before: number): Promise<void> {
  for (const name of await listOld(folder, before)) await rm(path.join(folder, name), { force: true });
}

/** Entries of a folder that were last changed before a time. */
async function listOld(folder: string, before: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found && found.mtimeMs < before) old.push(name);
  }
  return old;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
