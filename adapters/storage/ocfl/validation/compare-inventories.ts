import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import type { Findings } from "./findings.ts";
import type { InventoryModel, VersionBlock } from "./inventory-model.ts";
import type { CheckedInventory } from "./validate-inventory.ts";

const TEXTS = ["created", "message", "user/name", "user/address"] as const;

/** Compares the inventory of a version folder with the object's. Source: OCFL 1.1 sections 3.5.1, 3.3.1 and 3.7. */
export function compareVersions(
  name: string,
  inventory: CheckedInventory,
  root: CheckedInventory,
  findings: Findings,
): void {
  const head = inventory.fields.get("head");
  if (head !== name) findings.add("E040", INVENTORY, `Its head is ${head}, its folder ${name}.`);
  if (inventory.fields.get("id") !== root.fields.get("id"))
    findings.add("E037", INVENTORY, "Its id is not that of the object.");
  if (inventory.fields.get("contentDirectory") !== root.fields.get("contentDirectory"))
    findings.add("E019", INVENTORY, "Its content folder has another name.");
  if (name === root.fields.get("head") && inventory.bytesSha256 !== root.bytesSha256)
    findings.add("E064", INVENTORY, "It is not the same as the object's.");
  for (const [version, block] of inventory.versions) {
    const current = root.versions.get(version);
    if (current === undefined || !isSameState(block, inventory, current, root))
      findings.add("E066", INVENTORY, `Its ${version} is not that of the object's inventory.`);
    if (current !== undefined && TEXTS.some((text) => block.texts.get(text) !== current.texts.get(text)))
      findings.add("W011", INVENTORY, `Its ${version} was made otherwise.`);
  }
}

/**
 * The same paths with the same bytes? Across digest algorithms: bytes are the same if they are at the same content
 * paths.
 */
function isSameState(
  block: VersionBlock,
  inventory: InventoryModel,
  current: VersionBlock,
  root: InventoryModel,
): boolean {
  const byDigest = inventory.algorithm === root.algorithm;
  const theirs = new Map<string, readonly string[]>();
  for (const [digest, paths] of current.state) {
    const bytes = bytesOf(digest, root, byDigest);
    for (const path of paths) theirs.set(path, bytes);
  }
  let count = 0;
  for (const [digest, paths] of block.state) {
    const bytes = bytesOf(digest, inventory, byDigest);
    for (const path of paths) {
      count += 1;
      if (!theirs.get(path)?.some((one) => bytes.includes(one))) return false;
    }
  }
  return count === theirs.size;
}

function bytesOf(digest: string, { manifest }: InventoryModel, byDigest: boolean): readonly string[] {
  return byDigest ? [digest.toLowerCase()] : (manifest.get(digest) ?? []);
}
