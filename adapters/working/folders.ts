import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import { QueueError } from "../../core/errors.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { hashFile } from "../digest/hash-file.ts";
import { openHash } from "../digest/hash-stream.ts";
import { removeTree } from "../disk/remove-tree.ts";

const READ_BYTES = 262_144;
/** Files per folder: a directory of hundreds of thousands is slow on many file systems. */
const PER_FOLDER = 1000;
const WRITE_CHARS = 65_536;

/** Working storage on a file system that all workers share. Names on disk are generated, never a depositor's. */
export function openWorkingFiles(root: string): WorkingFiles {
  const jobFolder = (jobId: string) => path.join(root, "jobs", jobId);
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
      const folder = path.join(jobFolder(jobId), "files", String(Math.floor(ordinal / PER_FOLDER)));
      await make(folder);
      return path.join(folder, String(ordinal));
    },
    ownFileOf: (jobId, name) => path.join(jobFolder(jobId), name),
    writeLines,
    read: (file) => createReadStream(file, { highWaterMark: READ_BYTES }),
    adopt: (payloadPath, to) => adopt(path.join(root, payloadPath), to),
    measure,
    payload: (payloadPath) => createReadStream(path.join(root, payloadPath), { highWaterMark: READ_BYTES }),
    removeJob: async (jobId) => {
      for (const folder of made) if (folder.startsWith(jobFolder(jobId))) made.delete(folder);
      await removeTree(jobFolder(jobId));
    },
    removeBatch: (batchId) => rm(path.join(root, "batches", batchId), { recursive: true, force: true }),
    sweepUploads: (idleMs) => sweepUploads(path.join(root, "uploads"), idleMs),
    listFolders: (kind, graceMs) => listOld(path.join(root, kind), graceMs),
    freeBytes: async () => {
      await make(root);
      const disk = await statfs(root);
      return disk.bavail * disk.bsize;
    },
  };
}

async function adopt(from: string, to: string): Promise<void> {
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
    await copyFile(from, to);
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

async function sweepUploads(folder: string, idleMs: number): Promise<void> {
  for (const name of await listOld(folder, idleMs)) await rm(path.join(folder, name), { force: true });
}

/** Entries of a folder that were last changed so long ago, by the clock of the machine whose disk it is. */
async function listOld(folder: string, forMs: number): Promise<string[]> {
  const changedMs = new Map<string, number>();
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found) changedMs.set(name, found.mtimeMs);
  }
  if (changedMs.size === 0) return [];
  // on a full disk the newest entry says what time it is at the least
  const nowMs = await diskNow(folder).catch(() => Math.max(...changedMs.values()));
  return [...changedMs].filter(([, atMs]) => atMs < nowMs - forMs).map(([name]) => name);
}

/** What the clock says that dates the files here: a file server's, where there is one, and no worker's. */
async function diskNow(folder: string): Promise<number> {
  const probe = path.join(folder, `.clock-${randomUUID()}`);
  try {
    await writeFile(probe, "", { flag: "wx", mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
