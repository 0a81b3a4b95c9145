import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import type { RootPlace, SeenMarker } from "../../core/ports.ts";
import { MARKER_FILE, type RootName } from "../../core/storage/root.ts";

/** Errors of this process, which say nothing about the folder. */
const OUR_OWN: readonly string[] = ["EMFILE", "ENFILE", "ENOMEM"];
/** A marker is one short line; anything longer is not one. */
const MOST_CHARS = 500;

/** A folder as the place of a storage root. Its marker is read again only if the file was replaced or has changed. */
export function folderPlace(name: RootName, folder: string): RootPlace {
  const file = path.join(folder, MARKER_FILE);
  let last: { readonly key: string; readonly line: string } | undefined;
  return {
    name,
    where: folder,
    read: async () => {
      try {
        const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
        const key = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
        if (last?.key !== key)
          last = { key, line: (await readFile(file, "utf8")).trim().slice(0, MOST_CHARS) };
        return { kind: "line", line: last.line };
      } catch (error) {
        return seenBy(error, folder);
      }
    },
    write: (line) => writeMarker(folder, file, line),
    holdsAny: async (paths) => {
      for (const each of paths) if (await isThere(path.join(folder, each))) return true;
      return false;
    },
  };
}

async function seenBy(error: unknown, folder: string): Promise<SeenMarker> {
  const code = codeOf(error);
  if (code === undefined || OUR_OWN.includes(code)) throw error;
  const isMissing = code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
  return isMissing && (await isThere(folder)) ? { kind: "unmarked" } : { kind: "gone", cause: error };
}

/**
 * First the line under a temporary name, synced, then the name, then the folders above: whoever sees the marker sees
 * all of it, also after a power loss.
 */
async function writeMarker(folder: string, file: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    await handle.writeFile(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  for (const above of [folder, path.dirname(folder)]) await syncFolder(above);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
