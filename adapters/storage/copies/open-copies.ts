import path from "node:path";
import type { PreservedStorage, PreservedStorages } from "../../../core/copy/ports.ts";
import type { CopyStorage } from "../../../core/copy/storage-settings.ts";
import type { RootPlace, StorageRoot } from "../../../core/ports.ts";
import { copyRootOf } from "../../../core/storage/root.ts";
import type { Env } from "../../../lib/env.ts";
import { folderPlace } from "../../root/folder-place.ts";
import { s3Place } from "../../root/s3-place.ts";
import { type StoreFolders, type StoreRoots, s3Options } from "../object-stores.ts";
import type { S3Options } from "../s3/options.ts";
import { createS3Store } from "../s3/store.ts";
import { openBucketCopies } from "./bucket-copies.ts";
import { openFolderCopies } from "./folder-copies.ts";
import { guardedCopies } from "./guarded-copies.ts";

/** All preservation storages of a process as copies see them. `roots`: those of the further ones, behind their markers. */
export type OpenedCopies = {
  readonly storages: PreservedStorages;
  readonly roots: readonly StorageRoot[];
  close(): void;
};

/** Where objects are kept, as `openObjectStores` was given it, and how a root is guarded by its marker. */
type OpeningCopies = {
  readonly folders: StoreFolders;
  readonly roots: StoreRoots;
  readonly guard: (place: RootPlace) => StorageRoot;
};

/** Opens the storages where objects are kept and those of COPY_STORAGES. Makes no call yet. */
export function openCopies(env: Env, { folders, roots, guard }: OpeningCopies): OpenedCopies {
  const reserveBytes = env.DISK_RESERVE;
  const storages = new Map<string, PreservedStorage>();
  const add = (storage: PreservedStorage, root: StorageRoot) =>
    storages.set(storage.name, guardedCopies(storage, root));
  add(openFolderCopies({ name: "filesystem", ...folders, reserveBytes }), roots.objects);
  const s3 = s3Options(env, folders.staging);
  if (s3 && roots.s3) add(openBucketCopies({ name: "s3", s3, reserveBytes }), roots.s3);
  const further = Object.entries(env.COPY_STORAGES).map(([name, setting]) => {
    const opened = openFurther(name, setting, { scratch: folders.staging, reserveBytes });
    const root = guard(opened.place);
    add(opened.storage, root);
    return { root, close: opened.close };
  });
  return {
    storages,
    roots: further.map(({ root }) => root),
    close: () => {
      for (const storage of storages.values()) storage.close();
      for (const each of further) each.close();
    },
  };
}

type Further = { readonly storage: PreservedStorage; readonly place: RootPlace; close(): void };

function openFurther(
  name: string,
  setting: CopyStorage,
  { scratch, reserveBytes }: { readonly scratch: string; readonly reserveBytes: number | undefined },
): Further {
  if ("folder" in setting) {
    const folder = path.resolve(setting.folder);
    const root = path.join(folder, "ocfl");
    const storage = openFolderCopies({ name, root, staging: path.join(folder, "staging"), reserveBytes });
    return { storage, place: folderPlace(copyRootOf(name), root), close: () => undefined };
  }
  const { bucket, prefix, region, forcePathStyle, endpoint, accessKeyId, secretAccessKey } = setting;
  const s3: S3Options = {
    ...{ bucket, prefix, region, forcePathStyle, scratch },
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { keys: { accessKeyId, secretAccessKey } }),
  };
  const texts = createS3Store(s3);
  const where = [bucket, prefix].filter(Boolean).join("/");
  return {
    storage: openBucketCopies({ name, s3, reserveBytes }),
    place: s3Place(texts, where, copyRootOf(name)),
    close: () => texts.close(),
  };
}
