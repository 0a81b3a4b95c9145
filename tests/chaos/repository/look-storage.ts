import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Left, SeenFile, SeenVersion } from "./seen.ts";

const OBJECT = "0=ocfl_object_1.1";

/** An inventory as OCFL 1.1 section 3.5 has it. */
type Inventory = {
  readonly id: string;
  readonly manifest: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<
    Record<string, { readonly state: Readonly<Record<string, readonly string[]>> }>
  >;
};

/** Every version the storage holds, by the inventories on disk and nothing else. */
export async function lookAtObjects(root: string): Promise<SeenVersion[]> {
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const objects = names.filter((name) => path.basename(name) === OBJECT).map((name) => path.dirname(name));
  const inventories = await Promise.all(
    objects.map(async (object) => {
      const text = await readFile(path.join(root, object, "inventory.json"), "utf8");
      return JSON.parse(text) as Inventory;
    }),
  );
  return inventories.flatMap(versionsOf);
}

function versionsOf({ id, manifest, versions }: Inventory): SeenVersion[] {
  return Object.entries(versions).map(([name, { state }]) => ({
    ark: id,
    version: Number(name.slice(1)),
    files: Object.entries(state).flatMap(([sha256, paths]) =>
      paths.map((file): SeenFile => ({ path: file, sha256, contentPath: manifest[sha256]?.[0] ?? "" })),
    ),
  }));
}

const FOLDERS = ["jobs", "batches"];

/** What lies in working storage, and in the folder of unfinished versions. */
export async function lookAtFolders(working: string, staging: string): Promise<Omit<Left, "held">> {
  const entries = await readdir(working, { withFileTypes: true });
  const others = entries.filter((entry) => entry.isDirectory() && !FOLDERS.includes(entry.name));
  const within = await Promise.all(
    others.map(async ({ name }) =>
      (await namesIn(path.join(working, name))).map((file) => `${name}/${file}`),
    ),
  );
  return {
    jobFolders: await namesIn(path.join(working, "jobs")),
    batchFolders: await namesIn(path.join(working, "batches")),
    files: [...within.flat(), ...(await namesIn(staging)).map((name) => `staging/${name}`)],
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
