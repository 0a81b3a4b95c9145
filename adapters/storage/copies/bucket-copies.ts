import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type {
  CopyOutcome,
  CopyRequest,
  ExpectedFile,
  FileFault,
  MendOutcome,
  MendRequest,
  PreservedStorage,
} from "../../../core/copy/ports.ts";
import { INVENTORY, versionName } from "../../../core/storage/ocfl-names.ts";
import { forEachBounded } from "../../../lib/for-each-bounded.ts";
import { hashFile } from "../../digest/hash-file.ts";
import { openHash } from "../../digest/hash-stream.ts";
import { keepReserve } from "../../disk/reserve.ts";
import { FILES_AT_ONCE } from "../files-at-once.ts";
import { KEPT_FOLDER } from "../filesystem/stale-staging.ts";
import { isThere } from "../ocfl/held-object.ts";
import { openPlace } from "../s3/client.ts";
import { abortUploads, listSizes, removeKey } from "../s3/keys.ts";
import { placeBelow, type S3Options, type S3Place } from "../s3/options.ts";
import { placeVersion } from "../s3/place-version.ts";
import { putFile } from "../s3/put-key.ts";
import { fetchKey } from "../s3/read-key.ts";
import { asS3Error } from "../s3/s3-error.ts";
import { s3Tree } from "../s3/s3-tree.ts";
import { openS3Root } from "../s3/storage-root.ts";
import { untilWhole } from "../s3/until-whole.ts";
import { type Brought, bringFile, NoSource } from "./bring-file.ts";
import { digestOf } from "./expected.ts";
import { findFaults } from "./find-faults.ts";
import { findHead, hasNewerHead } from "./find-head.ts";

/** `scratch` of `s3`: what passes through the disk, and where damaged bytes are kept. */
export type BucketCopiesOptions = {
  readonly name: string;
  readonly s3: S3Options;
  readonly reserveBytes?: number | undefined;
};

type Bucket = { readonly name: string; readonly place: S3Place; readonly reserveBytes: number | undefined };

const unhurried = () => undefined;

/**
 * A storage in an S3 bucket as copies and fixity see it. A copy appears as a version that is put there does: its content,
 * its inventory, for a new object the declaration, the root inventory and last its sidecar, each read back. Every file
 * passes through the disk. Source: docs/reference/copies.md.
 */
export function openBucketCopies({ name, s3, reserveBytes }: BucketCopiesOptions): PreservedStorage {
  const place = openPlace(s3);
  const bucket: Bucket = { name, place, reserveBytes };
  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asS3Error(error, place.bucket);
    }
  };
  return {
    name,
    read: (root, path) => named(() => s3Tree(placeBelow(place, root)).read(path)),
    faults: ({ root, ...reading }) => named(() => faultsOf(bucket, root, reading)),
    copy: (request) => named(() => copyVersion(request, bucket)),
    mend: (request) => named(() => mend(request, bucket)),
    close: () => place.client.destroy(),
  };
}

type Asked = {
  readonly files: AsyncIterable<ExpectedFile> | Iterable<ExpectedFile>;
  readonly pace: (bytes: number) => Promise<void> | undefined;
  readonly signal: AbortSignal;
};

async function faultsOf({ name, place }: Bucket, root: string, asked: Asked): Promise<FileFault[]> {
  const again = <T>(read: () => Promise<T>) => untilWhole(place, asked.signal, read);
  return findFaults({ storage: name, object: s3Tree(placeBelow(place, root)), ...asked, again });
}

async function copyVersion(request: CopyRequest, bucket: Bucket): Promise<CopyOutcome> {
  const { id, root, version, files, signal } = request;
  const { place } = bucket;
  await openS3Root(place, signal);
  const object = placeBelow(place, root);
  const head = await untilWhole(place, signal, () => findHead(s3Tree(object), id));
  if (head !== undefined && head >= version) {
    const faults = await faultsOf(bucket, root, { files: files(), pace: unhurried, signal });
    return faults.length > 0 ? { kind: "damaged", faults } : { kind: "placed", faults };
  }
  if (head !== version - 1) return { kind: "behind", faults: [] };
  return onScratch(place, async (work) => {
    try {
      return { kind: "placed", faults: await send(request, bucket, work) };
    } catch (error) {
      if (error instanceof NoSource) return { kind: "nowhere", faults: error.faults };
      throw error;
    }
  });
}

/** Sends what the bucket lacks of a version, removes what does not belong to it, and makes it the object's head. */
async function send(request: CopyRequest, bucket: Bucket, work: string): Promise<readonly FileFault[]> {
  const { root, version, signal, inventorySha256 } = request;
  const object = placeBelow(bucket.place, root);
  const folder = versionName(version);
  await abortUploads(placeBelow(object, folder));
  const unneeded = new Set((await listSizes(placeBelow(object, folder), signal)).keys());
  const faults: FileFault[] = [];
  const inventory = `${folder}/${INVENTORY}`;
  await forEachBounded(request.files(), FILES_AT_ONCE, async (file) => {
    unneeded.delete(file.path.slice(folder.length + 1));
    // placeVersion writes these, from the inventory on disk
    if (!file.path.startsWith(`${folder}/content/`) && file.path !== inventory) return;
    const to = join(work, file.path === inventory ? INVENTORY : randomUUID());
    const here = file.path === inventory ? undefined : await presentFaults(bucket, root, file, signal);
    if (here?.length === 0) return;
    const brought = await bringTo(to, file, request, bucket);
    faults.push(...brought.faults);
    if (file.path === inventory) return;
    const expected = { shown: file.path, size: brought.size, sha256: digestOf(file) };
    await putFile(object, file.path, to, expected, signal);
    await rm(to);
    await object.step("file-stored");
  });
  for (const path of unneeded) await removeKey(object, `${folder}/${path}`, signal);
  await object.step("content-stored");
  await placeVersion({ request, object }, join(work, INVENTORY), inventorySha256, version === 1);
  return faults;
}

/** What a copy that was killed has left under a content path, if it is not what it should be. */
async function presentFaults(
  bucket: Bucket,
  root: string,
  file: ExpectedFile,
  signal: AbortSignal,
): Promise<readonly FileFault[]> {
  return faultsOf(bucket, root, { files: [file], pace: unhurried, signal });
}

/** Replaces a damaged or missing file. What was there is kept on disk, since a bucket keeps one file under a key. */
async function mend(request: MendRequest, bucket: Bucket): Promise<MendOutcome> {
  const { root, file, aside, signal } = request;
  const object = placeBelow(bucket.place, root);
  const faults = () => faultsOf(bucket, root, { files: [file], pace: unhurried, signal });
  if ((await faults()).length === 0) return { kind: "good" };
  return onScratch(bucket.place, async (work) => {
    try {
      const to = join(work, "file");
      const { size, from } = await bringTo(to, file, request, bucket);
      await request.mayPlace();
      const [fault] = await faults();
      if (!fault) return { kind: "good" };
      if (request.head && (await hasNewerHead(s3Tree(object), request.head))) return { kind: "newer" };
      const folder = join(KEPT_FOLDER, aside);
      const there = { object, path: file.path, sha256: fault.found, size };
      const name = await keepKey(there, { folder: join(bucket.place.scratch, folder), work }, bucket, signal);
      const kept = name && join(folder, name);
      await request.intend({ from, kept });
      await putFile(object, file.path, to, { shown: file.path, size, sha256: digestOf(file) }, signal);
      return { kind: "mended", from, kept };
    } catch (error) {
      if (error instanceof NoSource) return { kind: "nowhere", faults: error.faults };
      throw error;
    }
  });
}

/** What is under a key: its digest as it was just read, and the size that the file should have. */
type Kept = {
  readonly object: S3Place;
  readonly path: string;
  readonly sha256: string | null;
  readonly size: number;
};

/**
 * Keeps what is under a key on disk, under a name that nothing else has: what an earlier try has kept of the same bytes is
 * not fetched again, or a bucket that cannot be written would fill the disk. Null: there is nothing that can be read.
 */
async function keepKey(
  { object, path, sha256, size }: Kept,
  { folder, work }: { readonly folder: string; readonly work: string },
  { place, reserveBytes }: Bucket,
  signal: AbortSignal,
): Promise<string | null> {
  if (sha256 === null) return null;
  for (let tried = 1; ; tried += 1) {
    const name = tried === 1 ? path : `${path}-${tried}`;
    const kept = join(folder, name);
    if (await isThere(kept)) {
      if ((await sha256Of(kept, signal)) === sha256) return name;
      continue;
    }
    await keepReserve(place.scratch, reserveBytes)(size);
    const fetched = join(work, "kept");
    if (!(await fetchKey(object, path, fetched, signal))) return null;
    await mkdir(dirname(kept), { recursive: true });
    await rename(fetched, kept);
    return name;
  }
}

async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = await openHash();
  await hashFile(path, hash, signal);
  return hash.finish().sha256;
}

async function bringTo(
  to: string,
  file: ExpectedFile,
  { root, sources, signal }: Pick<CopyRequest, "root" | "sources" | "signal">,
  { place, reserveBytes }: Bucket,
): Promise<Brought> {
  const room = keepReserve(place.scratch, reserveBytes);
  return bringFile({ root, file, to, sources, room, fsync: false, signal });
}

async function onScratch<T>({ scratch }: S3Place, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, "s3-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
