import { open, rename } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./problem.ts";

/**
 * Writes a small file that only its owner may read (0600), whole or not at all, and returns when a loss of power can no
 * longer take it away.
 */
export async function writeDurably(
  file: string,
  text: string,
  owner?: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, "w", 0o600);
  try {
    if (owner) await handle.chown(owner.uid, owner.gid);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(path.dirname(file));
}

/** Makes durable which names a folder has. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch((thrown: unknown) => {
    // Windows opens no folders, and keeps their names by itself
    if (codeOf(thrown) === "EISDIR" || codeOf(thrown) === "EPERM") return undefined;
    throw thrown;
  });
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
