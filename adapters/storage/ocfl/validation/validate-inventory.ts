import { createHash } from "node:crypto";
import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { leavesOf } from "../read-inventory.ts";
import { joined, readText, type Tree } from "../tree.ts";
import { checkPaths } from "./check-paths.ts";
import type { Findings } from "./findings.ts";
import { collectInventory, type InventoryModel } from "./inventory-model.ts";
import { checkVersionBlocks } from "./validate-versions.ts";

/** An inventory that could be read. `bytesSha256`: of the file, to tell two inventories apart; `bytesDigest`: in the inventory's own algorithm. */
export type CheckedInventory = InventoryModel & {
  readonly bytesSha256: string;
  readonly bytesDigest: string;
};

const TYPE = /^https:\/\/ocfl\.io\/1\.[01]\/spec\/#inventory$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:.+/;

/**
 * Checks one inventory by itself, with its sidecar; undefined when it is missing (no finding) or not JSON. Source: OCFL
 * 1.1 sections 3.5 and 3.6.
 */
export async function validateInventory(
  object: Tree,
  folder: string,
  findings: Findings,
): Promise<CheckedInventory | undefined> {
  const sums = { sha256: createHash("sha256"), sha512: createHash("sha512") };
  const pieces = await object.read(joined(folder, INVENTORY));
  if (pieces === undefined) return undefined;
  let model: InventoryModel;
  try {
    const both = { update: (bytes: Uint8Array) => [sums.sha256.update(bytes), sums.sha512.update(bytes)] };
    model = await collectInventory(leavesOf(pieces, both), findings);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    findings.add("E033", INVENTORY, error.message);
    return undefined;
  }
  const digests = { sha256: sums.sha256.digest("hex"), sha512: sums.sha512.digest("hex") };
  checkFields(model, findings);
  checkManifest(model, findings);
  checkVersionBlocks(model, findings);
  const bytesDigest = model.algorithm === "sha512" ? digests.sha512 : digests.sha256;
  await checkSidecar(object, folder, model.algorithm, bytesDigest, findings);
  return { ...model, bytesSha256: digests.sha256, bytesDigest };
}

function checkFields({ fields, algorithm, blocks }: InventoryModel, findings: Findings): void {
  const add = (isSo: boolean, code: string, message: string): void => {
    if (isSo) findings.add(code, INVENTORY, message);
  };
  for (const field of ["id", "type", "digestAlgorithm", "head"])
    add(!fields.get(field), "E036", `It has no ${field}.`);
  add(!blocks.has("manifest"), "E041", "It has no manifest.");
  add(!blocks.has("versions"), "E043", "It has no versions.");
  add(!URI.test(fields.get("id") ?? "no:id"), "W005", "The id is no URI.");
  add(!TYPE.test(fields.get("type") ?? ""), "E038", "The type is not that of an OCFL inventory.");
  add(
    algorithm !== "sha256" && algorithm !== "sha512",
    "E025",
    `The digest algorithm ${algorithm} is not allowed.`,
  );
  add(algorithm === "sha256", "W004", "SHA-512 is recommended.");
  const content = fields.get("contentDirectory") ?? "";
  add(content.includes("/"), "E017", "The content folder's name has a slash.");
  add(content === "." || content === "..", "E018", "The content folder's name is . or ...");
}

function checkManifest({ manifest, versions, fixity }: InventoryModel, findings: Findings): void {
  checkContentPaths(manifest, { unique: "E101", twice: "E096" }, findings);
  for (const [, block] of fixity) checkContentPaths(block, { unique: "E057", twice: "E097" }, findings);
  const used = new Set<string>();
  for (const { state } of versions.values())
    for (const digest of state.keys()) used.add(digest.toLowerCase());
  for (const digest of manifest.keys())
    if (!used.has(digest.toLowerCase())) findings.add("E107", INVENTORY, `No version uses ${digest}.`);
}

type PathCodes = { readonly unique: string; readonly twice: string };

function checkContentPaths(
  block: ReadonlyMap<string, readonly string[]>,
  codes: PathCodes,
  findings: Findings,
): void {
  const digests = new Set<string>();
  for (const digest of block.keys()) {
    if (digests.has(digest.toLowerCase())) findings.add(codes.twice, INVENTORY, `${digest} is there twice.`);
    digests.add(digest.toLowerCase());
  }
  checkPaths([...block.values()], { part: "E099", slash: "E100", unique: codes.unique }, findings);
}

/**
 * Checks the sidecar in a folder against its inventory's digest; one with a forbidden algorithm is skipped. Source:
 * OCFL 1.1 section 3.6.
 */
export async function checkSidecar(
  object: Tree,
  folder: string,
  algorithm: string,
  digest: string,
  findings: Findings,
): Promise<void> {
  if (algorithm !== "sha256" && algorithm !== "sha512") return;
  const name = `${INVENTORY}.${algorithm}`;
  const text = await readText(object, joined(folder, name));
  if (text === undefined) return findings.add("E058", name, "The inventory has no sidecar.");
  const [, stated] = /^([0-9a-fA-F]+)[ \t]+inventory\.json\s*$/.exec(text) ?? [];
  if (stated === undefined) findings.add("E061", name, "It is not a digest and inventory.json.");
  else if (stated.toLowerCase() !== digest)
    findings.add("E060", name, "It is not the digest of the inventory.");
}
