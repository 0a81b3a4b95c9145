import { open, rename } from "node:fs/promises";
import type { Fetch, Fetched } from "../../core/ports.ts";
import { hashFile } from "../digest/hash-file.ts";
import { openHash } from "../digest/hash-stream.ts";
import { findStat } from "./find-stat.ts";
import { partPath } from "./part-file.ts";
import { removeNote } from "./resume-note.ts";

/**
 * The file of a fetch that an earlier process has already brought completely: under its name, or as a part file that
 * lacks only the name. It is read and compared with the declared digest; without one nothing found is trusted.
 */
export async function findKeptFile(request: Fetch): Promise<Fetched | undefined> {
  if (request.declaredDigest === undefined) return undefined;
  const finished = await findWhole(request.to, request);
  if (finished) return finished;
  if (request.declaredSize === undefined) return undefined;
  const part = await findWhole(partPath(request.to), request);
  if (!part) return undefined;
  await sync(partPath(request.to));
  await removeNote(request.to);
  await rename(partPath(request.to), request.to);
  return part;
}

async function findWhole(path: string, request: Fetch): Promise<Fetched | undefined> {
  const found = await findStat(path);
  if (!found?.isFile()) return undefined;
  if (request.declaredSize !== undefined && found.size !== request.declaredSize) return undefined;
  const hash = await openHash(request.declaredDigest?.algorithm);
  await hashFile(path, hash, request.signal);
  const { sha256, declared } = hash.finish();
  if (declared !== request.declaredDigest?.value) return undefined;
  return { size: hash.sizeBytes, sha256, attempts: 0, lengthKnown: true };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
