import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CopyOutcome, CopyRequest, FileFault, PreservedStorage } from "../../../core/copy/ports.ts";
import { versionName } from "../../../core/storage/ocfl-names.ts";
import { forEachBounded } from "../../../lib/for-each-bounded.ts";
import { keepReserve } from "../../disk/reserve.ts";
import { FILES_AT_ONCE } from "../files-at-once.ts";
import { clearBench, removeApart } from "../filesystem/clear-bench.ts";
import { fileTree } from "../filesystem/file-tree.ts";
import type { OcflSettings } from "../filesystem/options.ts";
import { removeIfEmpty, syncWay } from "../filesystem/place-version.ts";
import type { StoreStep } from "../filesystem/steps.ts";
import { openStorageRoot } from "../filesystem/storage-root.ts";
import { syncPaths } from "../filesystem/sync-paths.ts";
import { asStorageError } from "../storage-error.ts";
import { bringFile, NoSource } from "./bring-file.ts";
import { findFaults } from "./find-faults.ts";
import { findHead } from "./find-head.ts";
import { mendInFolder } from "./mend-in-folder.ts";
import { isNext, placeCopy, rescueTo } from "./place-copy.ts";

/** `root`: the OCFL storage root, created when the first copy is made; `staging`: a folder beside it on the same file system. */
export type FolderCopiesOptions = {
  readonly name: string;
  readonly root: string;
  readonly staging: string;
  readonly reserveBytes?: number | undefined;
  /** False in tests: gives up safety against power loss, not against a killed process. */
  readonly fsync?: boolean;
  /** Awaited at each point of a copy. */
  readonly step?: (name: StoreStep) => void | Promise<void>;
};

const atOnce = async <T>(read: () => Promise<T>) => read();
const unhurried = () => undefined;

/**
 * A storage on a file system as copies and fixity see it. A copy is put together in staging and appears as a version that
 * is put there does: a new object by one rename, a further version by those of its folder, the root inventory and its
 * sidecar. Files are never linked: a copy shares no bytes with what it is a copy of. Source: docs/reference/copies.md.
 */
export function openFolderCopies(options: FolderCopiesOptions): PreservedStorage {
  const { name, fsync = true, step = () => {} } = options;
  const settings: OcflSettings = {
    root: resolve(options.root),
    staging: resolve(options.staging),
    fsync,
    reserveBytes: options.reserveBytes,
    step,
    onThread: undefined,
    together: undefined,
    readBack: undefined,
  };
  const objectAt = (root: string) => fileTree(join(settings.root, root));
  return {
    name,
    read: (root, path) => named(() => objectAt(root).read(path)),
    faults: ({ root, ...reading }) =>
      named(() => findFaults({ storage: name, object: objectAt(root), ...reading, again: atOnce })),
    copy: (request) => named(() => copyVersion(request, name, settings)),
    mend: (request) => named(() => mendInFolder(request, name, settings)),
    close: () => undefined,
  };
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageError(error);
  }
}

async function copyVersion(request: CopyRequest, name: string, settings: OcflSettings): Promise<CopyOutcome> {
  const { id, root, version, files, signal } = request;
  await openStorageRoot(settings);
  const object = fileTree(join(settings.root, root));
  const head = await findHead(object, id);
  if (head !== undefined && head >= version) {
    const faults = await findFaults({
      storage: name,
      object,
      files: files(),
      pace: unhurried,
      signal,
      again: atOnce,
    });
    if (faults.length > 0) return { kind: "damaged", faults };
    // whatever put it there may have been killed between the rename and the sync
    if (settings.fsync) await syncWay(settings.root, root);
    return { kind: "placed", faults: [] };
  }
  if (!isNext(head, version)) return { kind: "behind", faults: [] };
  // the object's digest, as for puts: a newer copy takes away what an older one has staged
  const bench = join(settings.staging, root.slice(root.lastIndexOf("/") + 1));
  const work = join(bench, randomUUID());
  const rescue = rescueTo(settings.staging);
  await clearBench(bench, rescue);
  try {
    const faults = await stage(request, work, settings);
    await placeCopy(request, work, settings);
    return { kind: "placed", faults };
  } catch (error) {
    if (error instanceof NoSource) return { kind: "nowhere", faults: error.faults };
    throw error;
  } finally {
    await removeApart(work, rescue);
    await removeIfEmpty(bench);
    await settings.step("work-removed");
  }
}

/** Writes all files of the version below `work`, safe against power loss, and tells what its sources had wrong. */
async function stage(
  request: CopyRequest,
  work: string,
  settings: OcflSettings,
): Promise<readonly FileFault[]> {
  const { root, version, sources, signal } = request;
  const staged = stagedRoot(request, work);
  const versionFolder = join(staged, versionName(version));
  await mkdir(versionFolder, { recursive: true });
  await settings.step("work-made");
  const room = keepReserve(settings.staging, settings.reserveBytes);
  const folders = new Set([versionFolder, staged]);
  const faults: FileFault[] = [];
  await forEachBounded(request.files(), FILES_AT_ONCE, async (file) => {
    // those of the object's root come with the rename of a new object, or are made of the version's afterwards
    if (version > 1 && !file.path.includes("/")) return;
    const to = join(staged, file.path);
    await mkdir(dirname(to), { recursive: true });
    for (let folder = dirname(to); folder.length > staged.length; folder = dirname(folder))
      folders.add(folder);
    const brought = await bringFile({ root, file, to, sources, room, fsync: settings.fsync, signal });
    faults.push(...brought.faults);
    await settings.step("file-stored");
  });
  if (settings.fsync) await syncPaths(folders);
  await settings.step("version-synced");
  return faults;
}

/** The folder in staging that stands for the object's: for a new object at the same path as below the storage root. */
function stagedRoot({ version, root }: CopyRequest, work: string): string {
  return version === 1 ? join(work, root) : work;
}
