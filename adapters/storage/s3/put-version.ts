import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import {
  digestContentPathOf,
  INVENTORY,
  OBJECT_DECLARATION,
  objectRootOf,
  SIDECAR,
  versionName,
} from "../../../core/storage/ocfl-names.ts";
import type { StoredVersion, StoreFile, StoreVersion } from "../../../core/storage/ports.ts";
import { sourceOf } from "../../../core/storage/source-of.ts";
import { type PlannedContent, VersionPlan } from "../../../core/storage/version-plan.ts";
import { forEachBounded } from "../../../lib/for-each-bounded.ts";
import { FILES_AT_ONCE } from "../files-at-once.ts";
import { checkHead, otherFiles } from "../ocfl/check-head.ts";
import { checkKeptSize, findSamePlan } from "../ocfl/check-version.ts";
import type { HeldInventory } from "../ocfl/held-object.ts";
import { idDigest } from "../ocfl/id-digest.ts";
import { writeInventory } from "../ocfl/write-inventory.ts";
import { findHeldObject } from "./held-object.ts";
import { abortUploads, listSizes, removeKey } from "./keys.ts";
import { placeBelow, type S3Place } from "./options.ts";
import { placeVersion } from "./place-version.ts";
import type { Put } from "./put.ts";
import { putFile } from "./put-key.ts";
import { readBack } from "./read-key.ts";

/**
 * Stores one version, or finds it stored. Content is named after its digest, so that what a killed put has left is read
 * back and used, and two puts cannot spoil each other's files; what the version does not need is removed before its
 * inventory is written. The object has the version once its root inventory names it; only that inventory's sidecar is
 * written later.
 * Errors: `storage_failed`, `storage_verify_failed`; those of the SDK and of `request.files`.
 */
export async function putVersion(request: StoreVersion, place: S3Place): Promise<StoredVersion> {
  const path = objectRootOf(idDigest(request.id));
  const object = placeBelow(place, path);
  await mkdir(place.scratch, { recursive: true });
  const work = await mkdtemp(join(place.scratch, "s3-"));
  try {
    await place.step("work-made");
    const held = await findHeldObject(object, request.id, work, request.signal);
    checkHead(request, held?.head ?? 0);
    const present = await listSizes(object, request.signal);
    const put: Put = { request, path, object, work, present };
    if (held?.head === request.version) return await confirm(put, held);
    return await storeVersion(put, held);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function confirm(put: Put, held: HeldInventory): Promise<StoredVersion> {
  const { request, object, present } = put;
  const plan = await findSamePlan(held, request);
  if (plan === undefined) throw otherFiles(request);
  const own = `${versionName(request.version)}/`;
  await forEachBounded(plan.contents(), FILES_AT_ONCE, async (content) => {
    if (content.contentPath.startsWith(own)) await checkContent(object, content, request.signal);
    else checkKeptSize(content, present.get(content.contentPath));
  });
  return stored(put, plan, held.sha256);
}

async function storeVersion(put: Put, held: HeldInventory | undefined): Promise<StoredVersion> {
  const { request, object, work, present } = put;
  const { version, signal } = request;
  const folder = `${versionName(version)}/`;
  if (held === undefined) checkNoOthers(request.id, present.keys());
  await abortUploads(placeBelow(object, versionName(version)));
  const plan = new VersionPlan(version, held?.contentPaths ?? new Map(), (of, _ordinal, sha256) =>
    digestContentPathOf(of, sha256),
  );
  await forEachBounded(request.files, FILES_AT_ONCE, (file) => takeFile(put, plan, file));
  await object.step("content-stored");
  const unneeded = new Set([...present.keys()].filter((path) => path.startsWith(folder)));
  for (const path of [`${folder}${INVENTORY}`, `${folder}${SIDECAR}`]) unneeded.delete(path);
  for (const { contentPath } of plan.contents()) unneeded.delete(contentPath);
  for (const path of unneeded) await removeKey(object, path, signal);
  const inventory = join(work, INVENTORY);
  const sha256 = await writeInventory(inventory, request, plan, held?.path, false);
  await placeVersion(put, inventory, sha256, held === undefined);
  return stored(put, plan, sha256);
}

async function takeFile(put: Put, plan: VersionPlan, file: StoreFile): Promise<void> {
  const { request, object, present } = put;
  const { content, isFirst } = plan.add(file);
  if (!isFirst) return;
  const size = present.get(content.contentPath);
  if (!content.isNew) return checkKeptSize(content, size);
  if (size !== file.size || !(await isWhole(object, content, request.signal))) {
    const expected = { shown: file.path, size: file.size, sha256: file.sha256 };
    await putFile(object, content.contentPath, sourceOf(file), expected, request.signal);
  }
  await object.step("file-stored");
}

/** Is what an earlier put left the right content? A damaged leftover is useless: it is made again from the source. */
async function isWhole(object: S3Place, content: PlannedContent, signal: AbortSignal): Promise<boolean> {
  try {
    await checkContent(object, content, signal);
    return true;
  } catch (error) {
    if (error instanceof WaybillError && error.code === "storage_verify_failed") return false;
    throw error;
  }
}

async function checkContent(object: S3Place, content: PlannedContent, signal: AbortSignal): Promise<void> {
  const { contentPath, paths, size, sha256 } = content;
  await object.gate(() => readBack(object, contentPath, { shown: paths[0] ?? "", size, sha256 }, signal));
}

/** A folder without a root inventory is what a killed first put leaves, unless it contains more than that. */
function checkNoOthers(id: string, paths: Iterable<string>): void {
  const own: readonly string[] = [OBJECT_DECLARATION.name, SIDECAR];
  for (const path of paths) {
    if (path.startsWith("v1/") || own.includes(path)) continue;
    throw new WaybillError("storage_failed", `The storage has a folder for ${id}, but no inventory in it.`);
  }
}

function stored({ path, request }: Put, plan: VersionPlan, inventorySha256: string): StoredVersion {
  return {
    root: path,
    version: request.version,
    inventorySha256,
    contentPathOf: (sha256) => plan.contentPathOf(sha256),
  };
}
