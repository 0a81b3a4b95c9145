import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { step } from "./progress.mjs";

const ROOT = path.dirname(path.dirname(import.meta.dirname));

/** Runs `npm ci` unless node_modules already holds what package-lock.json names. Ends the process when it fails. */
export async function installPackages() {
  if (isInstalled()) return;
  const { code, output } = await step("Installing packages", () => npm(["ci", "--no-fund", "--no-audit"]));
  if (code === 0) return;
  console.error(output.trim());
  console.error("npm ci failed; the reason is above.");
  process.exit(1);
}

/** Compares npm's own record in node_modules with the lock file, so a changed lock or a broken-off install is seen. */
function isInstalled() {
  const wanted = readPackages(path.join(ROOT, "package-lock.json"));
  const present = readPackages(path.join(ROOT, "node_modules", ".package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([name, { version, optional, devOptional }]) => {
    if (name === "") return true;
    const found = present[name];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string; optional?: boolean; devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * @param {string[]} words
 * @returns {Promise<{ code: number | null; output: string }>}
 */
function npm(words) {
  const script = process.env.npm_execpath;
  const [file, ...args] = script?.endsWith(".js") ? [process.execPath, script, ...words] : ["npm", ...words];
  const child = spawn(file ?? "npm", args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => {
    child.kill("SIGTERM");
    process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);
  return new Promise((resolve) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, stop);
      resolve({ code, output });
    });
  });
}
