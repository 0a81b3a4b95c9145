import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../scripts/root.ts";

/** A commit laid out in a folder of its own, ready to be run with this tree's benches. */
export type CheckedOut = { readonly folder: string; readonly commit: string; remove(): Promise<void> };

/**
 * Lays out a commit with its packages, which must be those installed here, and its database client; the web and the
 * worker are built by the benches that need them. Errors: of git, for a commit it does not know.
 */
export async function checkOut(commit: string): Promise<CheckedOut> {
  const above = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-commit-"));
  const folder = path.join(above, "tree");
  run("git", ["worktree", "add", "--detach", "--quiet", folder, commit], ROOT);
  const remove = async () => {
    spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: ROOT });
    await rm(above, { recursive: true, force: true });
  };
  try {
    await linkPackages(folder);
    await rm(path.join(folder, "bench"), { recursive: true });
    await cp(path.join(ROOT, "bench"), path.join(folder, "bench"), { recursive: true });
    // a file that cannot be executed: generating needs no engine, and so none is downloaded
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "package.json" };
    run(process.execPath, ["node_modules/prisma/build/index.js", "generate"], folder, env);
    return { folder, commit, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Next refuses packages behind a link that leads out of the tree, so the files are linked one by one, or copied. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.join(ROOT, "node_modules"), path.join(folder, "node_modules")];
  const linked = spawnSync("cp", ["-al", from, to]);
  if (linked.status === 0) return;
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

function run(
  file: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): void {
  const done = spawnSync(file, words, { cwd, env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${file} ${words.join(" ")}: ${done.stderr || done.stdout}`);
}
