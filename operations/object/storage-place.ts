import type { StoragePlace } from "../../core/contracts/object-views.ts";
import { readStorageTarget } from "../../core/storage/object-stores.ts";
import type { Env } from "../../lib/env.ts";

/** The storage a column names, as people know it; never the folder's full path on the server, never a key. */
export function storagePlace(storage: string, env: Env): StoragePlace {
  const kind = readStorageTarget(storage);
  if (kind === "filesystem") return { kind, name: partsOf(env.OBJECT_STORAGE).at(-1) ?? null };
  const { S3_BUCKET: bucket, S3_PREFIX: prefix } = env;
  return { kind, name: bucket === undefined ? null : [bucket, ...partsOf(prefix)].join("/") };
}

/** The parts of a path that are names. */
function partsOf(path: string): readonly string[] {
  return path.split(/[/\\]+/).filter((part) => !["", ".", ".."].includes(part));
}
