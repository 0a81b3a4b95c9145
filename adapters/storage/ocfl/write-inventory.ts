import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { INVENTORY, INVENTORY_TYPE, versionName } from "../../../core/storage/ocfl-names.ts";
import type { StoreVersion } from "../../../core/storage/ports.ts";
import type { VersionPlan } from "../../../core/storage/version-plan.ts";
import { EMPTY_OBJECT, type Leaf } from "./json-scanner.ts";
import { JsonWriter } from "./json-writer.ts";
import { readLeaves } from "./read-inventory.ts";
import { verifyFile } from "./verify-file.ts";

/** Who stored what and when: the parts of a version block that are not files. */
export type VersionNote = Pick<StoreVersion, "id" | "created" | "message" | "user">;

const WRITE_CHARACTERS = 256 * 1024;

/**
 * Writes the inventory of a new version piece by piece and reads it back; the earlier versions are copied from
 * `previous`, the inventory of the version before. Returns the file's SHA-256. Errors: `storage_verify_failed`, those
 * of the file system. Source: OCFL 1.1 section 3.5. The key order is ours; readers must not depend on it.
 */
export async function writeInventory(
  target: string,
  note: VersionNote,
  plan: VersionPlan,
  previous: string | undefined,
  fsync: boolean,
): Promise<string> {
  const writer = new JsonWriter();
  const sum = createHash("sha256");
  const handle = await open(target, "wx+");
  try {
    let text = "";
    let size = 0;
    for await (const leaf of inventoryLeaves(note, plan, previous)) {
      text += writer.add(leaf);
      if (text.length < WRITE_CHARACTERS) continue;
      size += await append(handle, text, sum);
      text = "";
    }
    size += await append(handle, text + writer.end(), sum);
    const sha256 = sum.digest("hex");
    await Promise.all([
      fsync ? handle.sync() : undefined,
      verifyFile(handle, { path: INVENTORY, sha256, size, signal: undefined }),
    ]);
    return sha256;
  } finally {
    await handle.close();
  }
}

/** The inventory of a first version as one text, for few files. */
export async function inventoryText(note: VersionNote, plan: VersionPlan): Promise<string> {
  const writer = new JsonWriter();
  let text = "";
  for await (const leaf of inventoryLeaves(note, plan, undefined)) text += writer.add(leaf);
  return text + writer.end();
}

async function append(handle: FileHandle, text: string, sum: Hash): Promise<number> {
  const bytes = Buffer.from(text);
  sum.update(bytes);
  await handle.appendFile(bytes);
  return bytes.length;
}

async function* inventoryLeaves(
  note: VersionNote,
  plan: VersionPlan,
  previous: string | undefined,
): AsyncGenerator<Leaf> {
  yield { path: ["id"], value: note.id };
  yield { path: ["type"], value: INVENTORY_TYPE };
  yield { path: ["digestAlgorithm"], value: "sha256" };
  yield { path: ["head"], value: versionName(plan.version) };
  yield* manifestLeaves(plan, previous);
  if (previous !== undefined) yield* blockOf(previous, "versions");
  yield* versionLeaves(note, plan);
}

async function* manifestLeaves(plan: VersionPlan, previous: string | undefined): AsyncGenerator<Leaf> {
  let isEmpty = true;
  if (previous !== undefined) {
    for await (const leaf of blockOf(previous, "manifest")) {
      if (leaf.value === EMPTY_OBJECT) continue;
      isEmpty = false;
      yield leaf;
    }
  }
  for (const content of plan.contents()) {
    if (!content.isNew) continue;
    isEmpty = false;
    yield { path: ["manifest", content.sha256], value: [content.contentPath] };
  }
  if (isEmpty) yield { path: ["manifest"], value: EMPTY_OBJECT };
}

function* versionLeaves(note: VersionNote, plan: VersionPlan): Generator<Leaf> {
  const at = (...keys: string[]): string[] => ["versions", versionName(plan.version), ...keys];
  yield { path: at("created"), value: note.created.toISOString() };
  yield { path: at("message"), value: note.message };
  yield { path: at("user", "name"), value: note.user.name.trim() || note.user.address || "Waybill" };
  if (note.user.address !== undefined && note.user.address !== "")
    yield { path: at("user", "address"), value: note.user.address };
  if (plan.fileCount === 0) yield { path: at("state"), value: EMPTY_OBJECT };
  for (const content of plan.contents()) yield { path: at("state", content.sha256), value: content.paths };
}

async function* blockOf(inventory: string, block: string): AsyncGenerator<Leaf> {
  for await (const leaf of readLeaves(inventory)) if (leaf.path[0] === block) yield leaf;
}
