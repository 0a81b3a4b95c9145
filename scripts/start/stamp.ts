import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../root.ts";

const TEST = /\.test\.tsx?$/;

/** Does the work unless it was done before from the very same sources; `stamp` keeps what it was done from. */
export async function whenChanged(
  stamp: string,
  sources: readonly string[],
  isThere: boolean,
  work: () => Promise<void>,
): Promise<void> {
  const now = await hashOf(sources);
  const file = path.join(ROOT, stamp);
  const before = await readFile(file, "utf8").catch(() => "");
  if (isThere && before === now) return;
  await work();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, now);
}

/** SHA-256 over names and contents of files and folders of the repository, tests and generated code aside. */
async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of [...sources].sort()) {
    for (const file of await listFiles(source))
      hash.update(`${file}\0`).update(await readFile(path.join(ROOT, file)));
  }
  return hash.digest("hex");
}

async function listFiles(source: string): Promise<string[]> {
  const folder = path.join(ROOT, source);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (): undefined => undefined,
  );
  if (!entries) return [source];
  return entries
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(path.join("prisma", "generated")))
    .sort();
}
