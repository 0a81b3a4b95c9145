import { execFileSync } from "node:child_process";
import { cp, mkdtemp, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../root.ts";

/** Made, and needed by the tests. */
const MADE = ["prisma/generated", "dist"];

/** A copy of the tree as it stands, what is not committed too, with the same packages. @returns its folder */
export async function copyTree(): Promise<string> {
  const copy = await mkdtemp(path.join(os.tmpdir(), "waybill-mutate-"));
  const words = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1e8 }).split("\0");
  for (const file of [...files.filter(Boolean), ...MADE])
    await cp(path.join(ROOT, file), path.join(copy, file), { recursive: true, force: true }).catch(ifMissing);
  await symlink(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

/** A file that was removed and not committed. */
function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
