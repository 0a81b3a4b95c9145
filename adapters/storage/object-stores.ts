import { QueueError } from "../../core/errors.ts";
import type { ObjectStores } from "../../core/storage/object-stores.ts";
import type { Env } from "../../lib/env.ts";
import { createOcflStore } from "./ocfl/store.ts";
import { sweepStaging } from "./ocfl/sweep-staging.ts";
import type { S3Options } from "./s3/options.ts";
import { createS3Store, type S3Store } from "./s3/store.ts";

/** All preservation storage of a process. `s3`: what only S3 can do, where it has settings. `sweep` removes what puts that began before then have left; `close` ends idle connections. */
export type OpenedStores = ObjectStores & {
  readonly s3: S3Store | undefined;
  sweep(before: Date): Promise<void>;
  close(): void;
};

/** Absolute folders of the storage on this file system. */
export type StoreFolders = { readonly root: string; readonly staging: string };

/** Opens the file system's storage and, where S3_BUCKET is set, S3. No call is made yet. Errors: Error for half a pair of S3 keys. */
export function openObjectStores(env: Env, folders: StoreFolders): OpenedStores {
  const filesystem = createOcflStore({ ...folders, reserveBytes: env.DISK_RESERVE });
  const options = s3Options(env, folders.staging);
  const s3 = options && createS3Store(options);
  return {
    of(target) {
      if (target === "filesystem") return filesystem;
      if (s3 !== undefined) return s3;
      throw new QueueError(
        "storage_not_configured",
        "The object belongs in S3, and Waybill has no settings for it. Set S3_BUCKET and the other S3 names, then restart Waybill.",
      );
    },
    s3,
    async sweep(before) {
      await sweepStaging(folders.staging, before);
      await s3?.sweep(before);
    },
    close: () => s3?.close(),
  };
}

function s3Options(env: Env, scratch: string): S3Options | undefined {
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
