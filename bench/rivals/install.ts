import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Exact versions, so that figures of different days can be compared. */
const PACKAGES = {
  groupmq: "1.1.0",
  "pg-boss": "12.38.0",
  "@dbos-inc/dbos-sdk": "5.3.0",
  "@restatedev/restate-server": "1.7.12",
  "@restatedev/restate-sdk": "1.17.2",
  node: "22.23.3",
} as const;

export type Rivals = { readonly folder: string; readonly node22: string };

let installed: Rivals | undefined;

/** Installs the others into a folder of the bench's own, once; it is removed when this process ends. */
export async function installRivals(): Promise<Rivals> {
  installed ??= install();
  return installed;
}

function install(): Rivals {
  const folder = mkdtempSync(path.join(os.tmpdir(), "waybill-bench-rivals-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // npm's package of Node.js fetches the one for this machine in an install script
  const own = { private: true, dependencies: PACKAGES, allowScripts: { node: true } };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(own));
  const words = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel", "error"];
  const done = spawnSync("npm", words, { cwd: folder, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`The others could not be installed: ${done.stderr.slice(-1000)}`);
  return { folder, node22: path.join(folder, "node_modules", "node", "bin", "node") };
}
