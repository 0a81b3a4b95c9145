import { stat } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { shownPath } from "../../../core/storage/logical-path.ts";
import { versionName } from "../../../core/storage/ocfl-names.ts";
import type { StoreVersion } from "../../../core/storage/ports.ts";
import { type PlannedContent, VersionPlan } from "../../../core/storage/version-plan.ts";
import { forEachBounded } from "../../../lib/for-each-bounded.ts";
import { FILES_AT_ONCE } from "../files-at-once.ts";
import { isMissing } from "../storage-error.ts";
import { openContent } from "./file-digest.ts";
import type { HeldInventory } from "./held-object.ts";
import { readLeaves } from "./read-inventory.ts";
import { verifyFile } from "./verify-file.ts";

/**
 * The plan of a version that is already stored, if it has exactly the request's files; undefined otherwise. Bytes that
 * this version brought are read back; for those of earlier versions only the size is checked.
 * Errors: `storage_verify_failed` when its files are damaged.
 */
export async function findSameVersion(
  objectRoot: string,
  inventory: HeldInventory,
  request: StoreVersion,
): Promise<VersionPlan | undefined> {
  const plan = await findSamePlan(inventory, request);
  if (plan === undefined) return undefined;
  const own = `${versionName(request.version)}/`;
  await forEachBounded(plan.contents(), FILES_AT_ONCE, async (content) => {
    const path = join(objectRoot, content.contentPath);
    if (content.contentPath.startsWith(own)) await readBack(path, content, request.signal);
    else await checkKept(path, content);
  });
  return plan;
}

/** The plan of the request if the inventory's version of its number has exactly its files. No content is read. */
export async function findSamePlan(
  inventory: HeldInventory,
  request: StoreVersion,
): Promise<VersionPlan | undefined> {
  const plan = new VersionPlan(request.version, inventory.contentPaths);
  for await (const file of request.files) plan.add(file);
  return (await hasState(inventory.path, plan)) ? plan : undefined;
}

/**
 * Is content that an earlier version stored still there in full length? Its digest was checked when it arrived. Errors:
 * `storage_verify_failed`.
 */
export async function checkKept(path: string, content: PlannedContent): Promise<void> {
  try {
    checkKeptSize(content, (await stat(path)).size);
  } catch (error) {
    if (isMissing(error)) checkKeptSize(content, undefined);
    throw error;
  }
}

/** `size`: bytes found at the content's path, undefined when nothing is there. Errors: `storage_verify_failed`. */
export function checkKeptSize(content: PlannedContent, size: number | undefined): void {
  if (size === undefined) throw damaged(content, "is missing");
  if (size !== content.size) throw damaged(content, `has ${size} bytes instead of ${content.size}`);
}

async function readBack(path: string, content: PlannedContent, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    const handle = await openContent(path);
    try {
      await verifyFile(handle, {
        path: content.paths[0] ?? "",
        sha256: content.sha256,
        size: content.size,
        signal,
      });
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) throw damaged(content, "is missing");
    throw error;
  }
}

/** Does the inventory's version of the plan's number have exactly the plan's files? */
async function hasState(inventory: string, plan: VersionPlan): Promise<boolean> {
  const version = versionName(plan.version);
  let count = 0;
  for await (const {
    path: [block, name, part, digest],
    value,
  } of readLeaves(inventory)) {
    if (
      block !== "versions" ||
      name !== version ||
      part !== "state" ||
      digest === undefined ||
      !Array.isArray(value)
    )
      continue;
    for (const path of value) {
      if (typeof path !== "string" || !plan.has(path, digest)) return false;
      count += 1;
    }
  }
  return count === plan.fileCount;
}

function damaged(content: PlannedContent, fault: string): WaybillError {
  return new WaybillError(
    "storage_verify_failed",
    `In the preservation storage, the file ${shownPath(content.paths[0] ?? "")} ${fault}.`,
  );
}
