import { createHash } from "node:crypto";
import { isKeepable } from "../../core/check/keepable.ts";
import type { HeldFile, HeldObjectFacts, HeldVersion } from "../../core/check/ports.ts";
import { INVENTORY, versionName, versionNumber } from "../../core/storage/ocfl-names.ts";
import type { Leaf } from "../storage/ocfl/json-scanner.ts";
import { leavesOf } from "../storage/ocfl/read-inventory.ts";
import { joined, type Tree } from "../storage/ocfl/tree.ts";

/**
 * What an object's own inventory says about it; undefined when it has no readable one. Source: OCFL 1.1 section 3.5.
 */
export async function findHeldFacts(object: Tree): Promise<HeldObjectFacts | undefined> {
  return orUnreadable(async () => {
    const pieces = await object.read(INVENTORY);
    if (pieces === undefined) return undefined;
    const texts = new Map<string, string>();
    for await (const leaf of leavesOf(pieces)) takeText(texts, leaf);
    const id = texts.get("id") ?? "";
    const head = versionNumber(texts.get("head") ?? "") ?? 0;
    if (id === "" || head === 0 || !isKeepable(id)) return undefined;
    const messageOf = (version: number) => texts.get(`versions/${versionName(version)}/message`) ?? "";
    return { id, head, messages: Array.from({ length: head }, (_, place) => messageOf(place + 1)) };
  });
}

/** A version by the inventory in its own folder, files by logical path; undefined when there is no readable one. */
export async function findHeldVersion(object: Tree, version: number): Promise<HeldVersion | undefined> {
  return orUnreadable(async () => {
    const name = versionName(version);
    const pieces = await object.read(joined(name, INVENTORY));
    if (pieces === undefined) return undefined;
    const sum = createHash("sha256");
    const texts = new Map<string, string>();
    const lists: Lists = { places: new Map(), state: [] };
    for await (const leaf of leavesOf(pieces, sum)) {
      takeText(texts, leaf);
      takeList(lists, leaf, name);
    }
    const files = lists.state.flatMap(({ path, sha256 }): HeldFile[] => {
      const contentPath = lists.places.get(sha256);
      return contentPath === undefined ? [] : [{ path, sha256, contentPath }];
    });
    if (files.length < lists.state.length) return undefined;
    return {
      inventorySha256: sum.digest("hex"),
      created: texts.get(`versions/${name}/created`) ?? "",
      user: texts.get(`versions/${name}/user/name`) ?? "",
      files: files.sort((one, other) => (one.path < other.path ? -1 : 1)),
    };
  });
}

/** Keeps everything but digests: top-level fields and texts of versions. */
function takeText(texts: Map<string, string>, { path, value }: Leaf): void {
  if (typeof value === "string") texts.set(path.join("/"), value);
}

type Lists = {
  /** Content path of each digest. */
  readonly places: Map<string, string>;
  readonly state: { readonly path: string; readonly sha256: string }[];
};

function takeList({ places, state }: Lists, { path, value }: Leaf, version: string): void {
  if (!Array.isArray(value)) return;
  const [block, name = "", part, digest = ""] = path;
  if (block === "manifest") places.set(name.toLowerCase(), String(value[0]));
  if (block !== "versions" || name !== version || part !== "state") return;
  for (const logical of value) state.push({ path: String(logical), sha256: digest.toLowerCase() });
}

/** Undefined for bytes that are not an inventory; all other errors are thrown. */
async function orUnreadable<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
