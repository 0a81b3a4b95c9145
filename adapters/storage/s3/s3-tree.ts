import { OBJECT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import type { Tree, TreeEntry } from "../ocfl/tree.ts";
import { listPages } from "./keys.ts";
import type { S3Place } from "./options.ts";
import { openKey } from "./read-key.ts";

/**
 * An object in a bucket as a tree, for the validator; also a small storage root. Its keys are listed once, at first
 * use, a thousand per call. Memory: some 300 bytes a key. Errors: those of the SDK.
 */
export function s3Tree(place: S3Place): Tree {
  let listing: Promise<ReadonlyMap<string, ReadonlyMap<string, TreeEntry>>> | undefined;
  return {
    async list(path) {
      listing ??= listFolders(place);
      const entries = (await listing).get(path);
      return entries && [...entries.values()];
    },
    read: (path) => openKey(place, path),
  };
}

/** The folders of all objects below a storage root, in the order of their keys. Errors: those of the SDK. */
export async function* listObjectRoots(place: S3Place): AsyncGenerator<string> {
  const ending = `/${OBJECT_DECLARATION.name}`;
  for await (const page of listPages(place))
    for (const { path } of page) if (path.endsWith(ending)) yield path.slice(0, -ending.length);
}

async function listFolders(place: S3Place): Promise<ReadonlyMap<string, ReadonlyMap<string, TreeEntry>>> {
  const folders = new Map<string, Map<string, TreeEntry>>([["", new Map()]]);
  for await (const page of listPages(place)) for (const { path } of page) addPath(folders, path);
  return folders;
}

/** Adds a file and the folders above it. A key that ends in a slash only marks its folder. */
function addPath(folders: Map<string, Map<string, TreeEntry>>, path: string): void {
  let kind: TreeEntry["kind"] = "file";
  for (let rest = path; ; kind = "folder") {
    const cut = rest.lastIndexOf("/");
    const [folder, name] = [rest.slice(0, Math.max(cut, 0)), rest.slice(cut + 1)];
    const isNew = !folders.has(folder);
    const entries = folders.get(folder) ?? new Map<string, TreeEntry>();
    folders.set(folder, entries);
    if (name !== "") entries.set(name, { name, kind });
    if (cut <= 0 || !isNew) return;
    rest = folder;
  }
}
