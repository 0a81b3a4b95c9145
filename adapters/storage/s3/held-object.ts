import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import {
  INVENTORY,
  readSidecar,
  SIDECAR,
  sidecarText,
  versionName,
} from "../../../core/storage/ocfl-names.ts";
import { asDamage, findInventory, type HeldInventory, readHead } from "../ocfl/held-object.ts";
import type { S3Place } from "./options.ts";
import { putText } from "./put-key.ts";
import { fetchKey, openKey, readKey } from "./read-key.ts";
import { untilWhole } from "./until-whole.ts";

/**
 * The object's root inventory, copied to `work` and checked against its sidecar, or undefined when the bucket has none.
 * If a put that was killed between its last two steps left an old sidecar, it is corrected, provided that the inventory
 * is provably the one in its version folder. Errors: `storage_failed`; those of the SDK.
 */
export async function findHeldObject(
  object: S3Place,
  id: string,
  work: string,
  signal: AbortSignal,
): Promise<HeldInventory | undefined> {
  const held = await fetchInventory(object, "", id, join(work, "head"), signal);
  if (held === undefined || (await readDigest(object, SIDECAR, signal)) === held.sha256) return held;
  const version = versionName(held.head);
  const twin = await fetchInventory(object, version, id, join(work, "twin"), signal);
  const isProven =
    twin?.sha256 === held.sha256 &&
    (await readDigest(object, `${version}/${SIDECAR}`, signal)) === held.sha256;
  if (!isProven)
    throw new WaybillError(
      "storage_failed",
      `The stored inventory of ${id} is not the one its digest was taken of.`,
    );
  await putText(object, SIDECAR, sidecarText(held.sha256), signal);
  return held;
}

/**
 * What a version's inventory and the head say, read from the bucket. Undefined when the head does not reach the
 * version.
 */
export async function findVersion(
  object: S3Place,
  id: string,
  version: number,
): Promise<Omit<HeldInventory, "path"> | undefined> {
  const own = await readInventory(object, `${versionName(version)}/${INVENTORY}`, id, async (body) => {
    const contentPaths = new Map<string, string>();
    const head = await readHead(body, id, (digest, contentPath) => contentPaths.set(digest, contentPath));
    return { ...head, contentPaths };
  });
  if (own === undefined || (await readDigest(object, SIDECAR)) === own.sha256) return own;
  const head = await readInventory(object, INVENTORY, id, (body) => readHead(body, id));
  return head !== undefined && head.head >= version ? own : undefined;
}

/** The digest a stored sidecar states, or undefined when there is none. */
export async function readDigest(
  object: S3Place,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const text = await readKey(object, path, signal);
  return text === undefined ? undefined : readSidecar(text);
}

async function fetchInventory(
  object: S3Place,
  folder: string,
  id: string,
  to: string,
  signal: AbortSignal,
): Promise<HeldInventory | undefined> {
  await mkdir(to, { recursive: true });
  const path = folder === "" ? INVENTORY : `${folder}/${INVENTORY}`;
  const isThere = await fetchKey(object, path, join(to, INVENTORY), signal);
  return isThere ? findInventory(to, id) : undefined;
}

/** Reads an inventory from the bucket, again from its beginning when the connection breaks off. */
async function readInventory<T>(
  object: S3Place,
  path: string,
  id: string,
  read: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T | undefined> {
  return untilWhole(object, undefined, async () => {
    const body = await openKey(object, path);
    if (body === undefined) return undefined;
    try {
      return await read(body);
    } catch (error) {
      throw asDamage(error, id);
    }
  });
}
