import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { readSidecar } from "../../../core/storage/ocfl-names.ts";
import { openContent } from "./file-digest.ts";
import { JsonScanner, type Leaf } from "./json-scanner.ts";
import { isMissing } from "./storage-error.ts";

/** What takes the bytes of a file as they pass. */
export type ByteSum = { update(bytes: Uint8Array): unknown };

const READ_BYTES = 256 * 1024;

/** The leaves of an inventory in file order; `sum` takes the bytes as they pass. Errors: SyntaxError or TypeError when the file is not the expected JSON in UTF-8; those of the file system. */
export async function* readLeaves(path: string, sum?: ByteSum): AsyncGenerator<Leaf> {
  const scanner = new JsonScanner();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const handle = await openContent(path);
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) break;
      const bytes = buffer.subarray(0, bytesRead);
      sum?.update(bytes);
      yield* scanner.push(decoder.decode(bytes, { stream: true }));
    }
    yield* scanner.push(decoder.decode());
    yield* scanner.end();
  } finally {
    await handle.close();
  }
}

/** The facts of an inventory that an update needs. `contentPaths`: first content path of each digest. Fields that are not texts are left out. */
export type InventoryFacts = {
  readonly sha256: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly contentPaths: ReadonlyMap<string, string>;
};

/** Reads an inventory's fields and manifest; the states are passed over. Errors as `readLeaves`. */
export async function readInventory(path: string): Promise<InventoryFacts> {
  const sum = createHash("sha256");
  const fields = new Map<string, string>();
  const contentPaths = new Map<string, string>();
  for await (const { path: keys, value } of readLeaves(path, sum)) {
    const [block, digest] = keys;
    if (block === undefined) continue;
    if (digest === undefined && typeof value === "string") fields.set(block, value);
    if (block !== "manifest" || digest === undefined || !Array.isArray(value)) continue;
    const first: unknown = value[0];
    if (typeof first === "string") contentPaths.set(digest, first);
  }
  return { sha256: sum.digest("hex"), fields, contentPaths };
}

/** The digest a sidecar states, or undefined when it is missing or not a sidecar. */
export async function readSidecarFile(path: string): Promise<string | undefined> {
  try {
    return readSidecar(await readFile(path, "utf8"));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
