/** An entry of a folder. `other`: a link or a special file, which OCFL does not allow. */
export type TreeEntry = { readonly name: string; readonly kind: "file" | "folder" | "other" };

/**
 * Read-only access to a storage root or an object, wherever it is kept. Paths are relative, separated by `/`; the empty
 * path is the tree itself. `list`: undefined when there is no such folder. `read`: the bytes in pieces, each valid only
 * until the next is requested; undefined when there is no such file. Both throw what the storage throws.
 */
export type Tree = {
  list(path: string): Promise<readonly TreeEntry[] | undefined>;
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
};

/** The part of a tree below one of its folders. */
export function below(tree: Tree, folder: string): Tree {
  return {
    list: (path) => tree.list(joined(folder, path)),
    read: (path) => tree.read(joined(folder, path)),
  };
}

/** Joins two relative paths, either of which may be empty. */
export function joined(folder: string, path: string): string {
  return folder === "" || path === "" ? folder + path : `${folder}/${path}`;
}

/** A small file's text; undefined when it is missing or longer than `mostBytes`, which none of OCFL's own small files is. */
export async function readText(tree: Tree, path: string, mostBytes = 65_536): Promise<string | undefined> {
  const pieces = await tree.read(path);
  if (pieces === undefined) return undefined;
  let text = Buffer.alloc(0);
  for await (const piece of pieces) {
    text = Buffer.concat([text, piece]);
    if (text.length > mostBytes) return undefined;
  }
  return text.toString("utf8");
}
