import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { EMPTY_OBJECT, type Leaf, type LeafValue } from "../json-scanner.ts";
import type { Findings } from "./findings.ts";

/** Paths under each digest, digests spelled as in the file. */
export type DigestBlock = ReadonlyMap<string, readonly string[]>;

/** A version block; a missing text is undefined. */
export type VersionBlock = {
  readonly texts: ReadonlyMap<string, string>;
  readonly hasState: boolean;
  readonly state: DigestBlock;
};

/**
 * An inventory as written, valid or not. `fields`: texts at its top; `blocks`: names at its top; `fixity`: a block for
 * each algorithm.
 */
export type InventoryModel = {
  readonly fields: ReadonlyMap<string, string>;
  readonly blocks: ReadonlySet<string>;
  readonly algorithm: string;
  readonly manifest: DigestBlock;
  readonly versions: ReadonlyMap<string, VersionBlock>;
  readonly fixity: ReadonlyMap<string, DigestBlock>;
};

type Version = { texts: Map<string, string>; hasState: boolean; state: Map<string, readonly string[]> };
type Collected = {
  fields: Map<string, string>;
  blocks: Set<string>;
  manifest: Map<string, readonly string[]>;
  versions: Map<string, Version>;
  fixity: Map<string, Map<string, readonly string[]>>;
};

const FIELDS: ReadonlySet<string> = new Set(["id", "type", "digestAlgorithm", "head", "contentDirectory"]);

/**
 * The texts of a version block, and the code if something else is in their place. Source: OCFL 1.1 sections 3.5.1 and
 * 3.5.3.1.
 */
const VERSION_TEXTS: Readonly<Record<string, string>> = {
  created: "E049",
  user: "E054",
  message: "E094",
  "user/name": "E054",
  "user/address": "E054",
};

/** Sorts an inventory's leaves; a leaf without a place, or of the wrong type, becomes a finding. */
export async function collectInventory(
  leaves: AsyncIterable<Leaf>,
  findings: Findings,
): Promise<InventoryModel> {
  const found: Collected = {
    fields: new Map(),
    blocks: new Set(),
    manifest: new Map(),
    versions: new Map(),
    fixity: new Map(),
  };
  for await (const { path, value } of leaves) {
    const [block, ...rest] = path;
    if (block === undefined) continue;
    found.blocks.add(block);
    if (FIELDS.has(block)) takeField(found, block, rest, value, findings);
    else if (block === "manifest")
      takeDigest(found.manifest, rest, value, { block: "E106", entry: "E092" }, findings);
    else if (block === "versions") takeVersion(found.versions, rest, value, findings);
    else if (block === "fixity") takeFixity(found.fixity, rest, value, findings);
    else findings.add("E102", INVENTORY, `The key ${block} is not one of an inventory.`);
  }
  return { ...found, algorithm: found.fields.get("digestAlgorithm") ?? "" };
}

function takeField(
  found: Collected,
  field: string,
  rest: readonly string[],
  value: LeafValue,
  findings: Findings,
): void {
  const code = { id: "E037", type: "E038", digestAlgorithm: "E039", head: "E040" }[field] ?? "E108";
  if (rest.length === 0 && typeof value === "string") found.fields.set(field, value);
  else findings.add(code, INVENTORY, `The ${field} is not a text.`);
}

function takeDigest(
  into: Map<string, readonly string[]>,
  rest: readonly string[],
  value: LeafValue,
  codes: { readonly block: string; readonly entry: string },
  findings: Findings,
): void {
  const [digest, ...deeper] = rest;
  if (digest === undefined) {
    if (value !== EMPTY_OBJECT) findings.add(codes.block, INVENTORY, "A block of digests is not an object.");
    return;
  }
  const paths = Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
  const isList =
    deeper.length === 0 && Array.isArray(value) && value.length > 0 && paths.length === value.length;
  if (!isList) findings.add(codes.entry, INVENTORY, `The value of ${digest} is not a list of paths.`);
  into.set(digest, [...(into.get(digest) ?? []), ...paths]);
}

function takeVersion(
  versions: Map<string, Version>,
  rest: readonly string[],
  value: LeafValue,
  findings: Findings,
): void {
  const [name, part, ...deeper] = rest;
  if (name === undefined) {
    findings.add(
      value === EMPTY_OBJECT ? "E008" : "E044",
      INVENTORY,
      "The versions are not an object with at least one.",
    );
    return;
  }
  const version = versions.get(name) ?? { texts: new Map(), hasState: false, state: new Map() };
  versions.set(name, version);
  if (part === undefined) {
    if (value !== EMPTY_OBJECT) findings.add("E047", INVENTORY, `${name} is not an object.`);
    return;
  }
  if (part === "state") {
    version.hasState = true;
    takeDigest(version.state, deeper, value, { block: "E050", entry: "E050" }, findings);
    return;
  }
  const key = [part, ...deeper].join("/");
  const code = VERSION_TEXTS[key];
  if (code !== undefined && key !== "user" && typeof value === "string") version.texts.set(key, value);
  else findings.add(code ?? VERSION_TEXTS[part] ?? "E102", INVENTORY, `${name} has an odd ${key}.`);
}

function takeFixity(
  fixity: Collected["fixity"],
  rest: readonly string[],
  value: LeafValue,
  findings: Findings,
): void {
  const [algorithm, ...deeper] = rest;
  if (algorithm === undefined) {
    if (value !== EMPTY_OBJECT) findings.add("E111", INVENTORY, "The fixity block is not an object.");
    return;
  }
  const block = fixity.get(algorithm) ?? new Map<string, readonly string[]>();
  fixity.set(algorithm, block);
  takeDigest(block, deeper, value, { block: "E057", entry: "E057" }, findings);
}
