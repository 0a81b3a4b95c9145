import { createHash } from "node:crypto";
import { type FileHandle, readFile } from "node:fs/promises";
import { readSidecar } from "../../../core/storage/ocfl-names.ts";
import { isMissing } from "../storage-error.ts";
import { openContent } from "./file-digest.ts";
import { JsonScanner, type Leaf } from "./json-scanner.ts";

/** Receives the bytes of a file as they pass. */
export type ByteSum = { update(bytes: Uint8Array): unknown };

const READ_BYTES = 256 * 1024;

/** The bytes of an open file in pieces, each valid only until the next is requested; closes it at the end. */
export async function* filePieces(handle: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/**
 * The leaves of an inventory in file order; `sum` receives the bytes as they pass. Errors: SyntaxError or TypeError
 * when the bytes are not the expected JSON in UTF-8; those of the source.
 */
export async function* leavesOf(pieces: AsyncIterable<Uint8Array>, sum?: ByteSum): AsyncGenerator<Leaf> {
  const scanner = new JsonScanner();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for await (const bytes of pieces) {
    sum?.update(bytes);
    yield* scanner.push(decoder.decode(bytes, { stream: true }));
  }
  yield* scanner.push(decoder.decode());
  yield* scanner.end();
}

/** The leaves of an inventory on disk. Errors as `leavesOf`. */
export async function* readLeaves(path: string): AsyncGenerator<Leaf> {
  yield* leavesOf(filePieces(await openContent(path)));
}

/** The facts of an inventory besides its files. Fields that are not texts are left out. */
export type InventoryFacts = { readonly sha256: string; readonly fields: ReadonlyMap<string, string> };

/** Called with each digest of an inventory's manifest and its first content path. */
export type OnContent = (digest: string, contentPath: string) => void;

/** Reads an inventory's fields and manifest from its bytes; the states are skipped. Errors as `leavesOf`. */
export async function inventoryFacts(
  pieces: AsyncIterable<Uint8Array>,
  onContent: OnContent = () => undefined,
): Promise<InventoryFacts> {
  const sum = createHash("sha256");
  const fields = new Map<string, string>();
  for await (const { path: keys, value } of leavesOf(pieces, sum)) {
    const [block, digest] = keys;
    if (block === undefined) continue;
    if (digest === undefined && typeof value === "string") fields.set(block, value);
    if (block !== "manifest" || digest === undefined || !Array.isArray(value)) continue;
    const first: unknown = value[0];
    if (typeof first === "string") onContent(digest, first);
  }
  return { sha256: sum.digest("hex"), fields };
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
