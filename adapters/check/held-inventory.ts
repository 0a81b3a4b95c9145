import { createHash } from "node:crypto";
import type { HeldFile, HeldObjectFacts, HeldVersion } from "../../core/check/ports.ts";
import { INVENTORY, versionName, versionNumber } from "../../core/storage/ocfl-names.ts";
import { leavesOf } from "../storage/ocfl/read-inventory.ts";
import { joined, type Tree } from "../storage/ocfl/tree.ts";

/** What an object's own inventory says of it; undefined when it has none that can be read. Source: OCFL 1.1 section 3.5. */
export async function findHeldFacts(object: Tree): Promise<HeldObjectFacts | undefined> {
  return orUnreadable(async () => {
    const pieces = await object.read(INVENTORY);
    if (pieces === undefined) return undefined;
    let [id, head] = ["", 0];
    const messages = new Map<string, string>();
    for await (const { path, value } of leavesOf(pieces)) {
      const [block, name, key, deeper] = path;
      if (typeof value !== "string") continue;
      if (block === "id" && name === undefined) id = value;
      if (block === "head" && name === undefined) head = versionNumber(value) ?? 0;
      if (block === "versions" && name !== undefined && key === "message" && deeper === undefined)
        messages.set(name, value);
    }
    if (id === "" || head === 0) return undefined;
    const texts = Array.from({ length: head }, (_, place) => messages.get(versionName(place + 1)) ?? "");
    return { id, head, messages: texts };
  });
}

/** A version by the inventory in its own folder, files by logical path; undefined when there is none that can be read. */
export async function findHeldVersion(object: Tree, version: number): Promise<HeldVersion | undefined> {
  return orUnreadable(async () => {
    const name = versionName(version);
    const pieces = await object.read(joined(name, INVENTORY));
    if (pieces === undefined) return undefined;
    const sum = createHash("sha256");
    const places = new Map<string, string>();
    const texts = new Map<string, string>();
    const state: { path: string; sha256: string }[] = [];
    for await (const { path, value } of leavesOf(pieces, sum)) {
      const [block, first = "", key = "", digest = ""] = path;
      if (block === "manifest" && Array.isArray(value)) places.set(first.toLowerCase(), String(value[0]));
      if (block !== "versions" || first !== name) continue;
      if (typeof value === "string") texts.set(path.slice(2).join("/"), value);
      if (key === "state" && Array.isArray(value))
        for (const logical of value) state.push({ path: String(logical), sha256: digest.toLowerCase() });
    }
    const files = state.flatMap(({ path, sha256 }): HeldFile[] => {
      const contentPath = places.get(sha256);
      return contentPath === undefined ? [] : [{ path, sha256, contentPath }];
    });
    if (files.length < state.length) return undefined;
    files.sort((one, other) => (one.path < other.path ? -1 : 1));
    return {
      inventorySha256: sum.digest("hex"),
      created: texts.get("created") ?? "",
      user: texts.get("user/name") ?? "",
      files,
    };
  });
}

/** Bytes that are no inventory say nothing; every other error is one. */
async function orUnreadable<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
