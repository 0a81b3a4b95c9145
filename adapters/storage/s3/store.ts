import { WaybillError } from "../../../core/errors.ts";
import { isContentPath, isObjectRoot, objectRootOf } from "../../../core/storage/ocfl-names.ts";
import type { ObjectStore } from "../../../core/storage/ports.ts";
import { guardPut } from "../guard-put.ts";
import { idDigest } from "../ocfl/id-digest.ts";
import { storedFrom } from "../ocfl/stored-from.ts";
import type { Tree } from "../ocfl/tree.ts";
import { openPlace } from "./client.ts";
import { findVersion } from "./held-object.ts";
import { abortUploads } from "./keys.ts";
import { placeBelow, type S3Options } from "./options.ts";
import { putText } from "./put-key.ts";
import { putVersion } from "./put-version.ts";
import { openKey, readKey } from "./read-key.ts";
import { asS3Error } from "./s3-error.ts";
import { listObjectRoots, s3Tree } from "./s3-tree.ts";
import { openS3Root } from "./storage-root.ts";

const NEVER = new AbortController().signal;

/**
 * An S3 store and what only it can do. `sweep`: aborts unfinished multipart uploads that began before the given time;
 * returns how many. `roots`: the folders of all objects. `tree`: one of them, for the validator.
 */
export type S3Store = ObjectStore & {
  sweep(before: Date): Promise<number>;
  /** A text at the top of the storage root; undefined: there is none. */
  readText(name: string): Promise<string | undefined>;
  writeText(name: string, text: string): Promise<void>;
  roots(): AsyncIterable<string>;
  tree(root: string): Tree;
  close(): void;
};

/**
 * Preservation storage in an OCFL 1.1 storage root in an S3 bucket, created at first use. Order of a put, for safety:
 * content, each file read back; version inventory and sidecar; for a new object its declaration; root inventory; root
 * sidecar. Errors besides those of the port: `storage_unavailable` for an S3 that does not answer.
 * Source: OCFL 1.1, OCFL extension 0004, docs/reference/storage.md.
 */
export function createS3Store(options: S3Options): S3Store {
  const place = openPlace(options);
  const asError = (error: unknown) => asS3Error(error, place.bucket);
  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asError(error);
    }
  };
  let isOpen = false;
  return {
    put: (version) =>
      guardPut(version, asError, async (request) => {
        if (!isOpen) await openS3Root(place, request.signal);
        isOpen = true;
        return putVersion(request, place);
      }),
    find: (id, version) =>
      named(async () => {
        const root = objectRootOf(idDigest(id));
        const inventory = await findVersion(placeBelow(place, root), id, version);
        return inventory && storedFrom(root, id, version, inventory);
      }),
    open: (root, contentPath) =>
      named(async () => {
        if (!isObjectRoot(root) || !isContentPath(contentPath))
          throw new WaybillError("not_found", "The storage keeps no such file.");
        const body = await openKey(place, `${root}/${contentPath}`);
        if (body !== undefined) return body;
        throw new WaybillError("storage_failed", "The S3 storage no longer has this file.");
      }),
    sweep: (before) => named(() => abortUploads(place, before)),
    readText: (name) => named(() => readKey(place, name)),
    writeText: (name, text) => named(() => putText(place, name, text, NEVER)),
    roots: () => listObjectRoots(place),
    tree: (root) => s3Tree(placeBelow(place, root)),
    close: () => place.client.destroy(),
  };
}
