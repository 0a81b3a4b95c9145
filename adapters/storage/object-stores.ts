import path from "node:path";
import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";
import type { ObjectStores } from "../../core/storage/object-stores.ts";
import { INVENTORY, versionName } from "../../core/storage/ocfl-names.ts";
import type { StoredVersion } from "../../core/storage/ports.ts";
import type { Env } from "../../lib/env.ts";
import type { ReadBack } from "../bytes/read-back.ts";
import type { FileSystemSync } from "../disk/file-system-sync.ts";
import type { DiskThreads } from "../threads/threads.ts";
import { createOcflStore } from "./filesystem/store.ts";
import { sweepStaging } from "./filesystem/sweep-staging.ts";
import { guardedStore } from "./guarded-store.ts";
import { isThere } from "./ocfl/held-object.ts";
import type { S3Options } from "./s3/options.ts";
import { createS3Store, type S3Store } from "./s3/store.ts";

/**
 * All preservation storage of a process. `s3`: what only S3 can do, if configured. `sweep` removes what puts that began
 * before the given time have left; `close` ends idle connections.
 */
export type OpenedStores = ObjectStores & {
  readonly s3: S3Store | undefined;
  readonly roots: StoreRoots;
  sweep(before: Date): Promise<void>;
  close(): void;
};

/** Absolute folders of the storage on this file system. */
export type StoreFolders = { readonly root: string; readonly staging: string };

/** The storages' roots behind their markers; `s3` if it is configured. */
export type StoreRoots = { readonly objects: StorageRoot; readonly s3: StorageRoot | undefined };

/** What only a worker has. */
type OpeningStores = {
  readonly threads?: DiskThreads;
  readonly together?: FileSystemSync | undefined;
  readonly readBack?: ReadBack;
};

/**
 * Opens the file system's storage and, if S3_BUCKET is set, S3. Makes no call yet. `threads`: store small objects;
 * `together`: syncs what those write; `readBack`: large files that need not be read again.
 * Errors: Error when only one of the two S3 keys is given.
 */
export function openObjectStores(
  env: Env,
  folders: StoreFolders,
  roots: (s3: S3Store | undefined) => StoreRoots,
  { threads, together, readBack }: OpeningStores = {},
): OpenedStores {
  const options = s3Options(env, folders.staging);
  const s3 = options && createS3Store(options);
  const behind = roots(s3);
  const isPlaced = ({ root, version }: StoredVersion) =>
    isThere(path.join(folders.root, root, versionName(version), INVENTORY));
  const filesystem = guardedStore(
    createOcflStore({ ...folders, reserveBytes: env.DISK_RESERVE, threads, together, readBack }),
    behind.objects,
    isPlaced,
  );
  // everything put there is read back through the same call: no mount can take its place
  const bucket = s3 && behind.s3 ? guardedStore(s3, behind.s3, async () => true) : s3;
  return {
    of(target) {
      if (target === "filesystem") return filesystem;
      if (bucket !== undefined) return bucket;
      throw new WaybillError(
        "storage_not_configured",
        "The object belongs in S3, and Waybill has no settings for it. Set S3_BUCKET and the other S3 names, then restart Waybill.",
      );
    },
    s3,
    roots: behind,
    async sweep(before) {
      await behind.objects.require();
      await sweepStaging(folders.staging, before);
      await s3?.sweep(before);
    },
    close: () => s3?.close(),
  };
}

/** The settings of S3 as the storage wants them; undefined: there is none. Errors: Error when only one of the two keys is given. */
export function s3Options(env: Env, scratch: string): S3Options | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (S3_BUCKET === undefined) return undefined;
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
    throw new Error("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither.");
  return {
    bucket: S3_BUCKET,
    prefix: env.S3_PREFIX,
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    scratch,
    ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID !== undefined &&
      S3_SECRET_ACCESS_KEY !== undefined && {
        keys: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
  };
}
