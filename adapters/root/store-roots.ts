import type { RootPlace, StorageRoot } from "../../core/ports.ts";
import type { Env } from "../../lib/env.ts";
import type { StoreRoots } from "../storage/object-stores.ts";
import type { S3Store } from "../storage/s3/store.ts";
import { folderPlace } from "./folder-place.ts";
import { s3Place } from "./s3-place.ts";

/**
 * The roots of preservation storage behind their markers, for `openObjectStores`. `root`: the OCFL storage root on the file
 * system, which may be a mount of its own, so the marker is in it; staging has to be on the same file system as it.
 */
export function storeRoots(
  env: Env,
  root: string,
  guard: (place: RootPlace) => StorageRoot,
): (s3: S3Store | undefined) => StoreRoots {
  return (s3) => ({
    objects: guard(folderPlace("objects", root)),
    s3: s3 && guard(s3Place(s3, [env.S3_BUCKET, env.S3_PREFIX].filter(Boolean).join("/"))),
  });
}

/** All of them there are. */
export function rootsOf({ objects, s3 }: StoreRoots): readonly StorageRoot[] {
  return s3 ? [objects, s3] : [objects];
}
